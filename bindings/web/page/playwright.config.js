// The browser of the system: Playwright's own ones are not needed.
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "test",
  workers: 1,
  timeout: 60_000,
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] },
  },
});
