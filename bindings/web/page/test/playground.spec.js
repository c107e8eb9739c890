// The playground in a browser: PLAYGROUND=file:///… npx playwright test
import { expect, test } from "@playwright/test";

const address = process.env.PLAYGROUND;

// Waits for the answer after an action.
async function answered(page, action) {
  const before = await page.evaluate(() => Number(document.body.dataset.answered ?? 0));
  await action();
  await page.waitForFunction((count) => Number(document.body.dataset.answered ?? 0) > count, before);
}

async function write(page, text) {
  const editor = page.getByRole("textbox", { name: "OpenCL C source" });
  await editor.click();
  await page.keyboard.press("Control+A");
  await answered(page, () => page.keyboard.insertText(text));
}

test.beforeEach(async ({ page }) => {
  page.on("pageerror", (problem) => {
    throw problem;
  });
  await answered(page, () => page.goto(address));
});

test("a loop is rewritten", async ({ page }) => {
  await write(page, "kernel void k(global int *a) {\n#pragma unroll\nfor (int i = 0; i < 2; i++)\na[i] = i;\n}\n");
  await expect(page.locator("#status")).toContainText("1 of 1 request unrolled");
  await expect(page.locator("#output")).toContainText("int i = 1; a[i] = i;");
});

test("an error is at its token, in the list, and has a page", async ({ page }) => {
  await write(page, "kernel void k(global int *a) {\n#pragma unroll -1\nfor (int i = 0; i < 2; i++)\na[i] = i;\n}\n");
  await expect(page.locator(".cm-lintRange-error")).toHaveText("-1");
  const finding = page.locator("#findings li").first();
  await expect(finding).toContainText("error");
  await finding.getByRole("button").last().click();
  await expect(page.getByRole("dialog")).toContainText("What it checks");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("options decide", async ({ page }) => {
  await write(page, "kernel void k(global int *a) {\n#pragma unroll\nfor (int i = 0; i < N; i++)\na[i] = i;\n}\n");
  await answered(page, () => page.getByLabel("Build options").fill("-DN=3"));
  await expect(page.locator("#output")).toContainText("int i = 2; a[i] = i;");
});

test("a link holds the kernel", async ({ page }) => {
  await write(page, "kernel void linked(global int *a) {\n#pragma unroll\nfor (int i = 0; i < 2; i++)\na[i] = i;\n}\n");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect.poll(() => page.url()).toContain("#");
  const link = page.url();
  await page.goto("about:blank");
  await answered(page, () => page.goto(link));
  await expect(page.locator("#source")).toContainText("linked");
});

test("a broken link shows the first example", async ({ page }) => {
  await page.goto("about:blank");
  await answered(page, () => page.goto(`${address}#nothing`));
  await expect(page.locator("#source")).toContainText("convolve");
});

test("the choices for a loop can be used", async ({ page }) => {
  await write(page, "kernel void k(global int *a) {\n#pragma unroll 2\nfor (int i = 0; i < 12; i++)\na[i] = i;\n}\n");
  const use = page.getByRole("button", { name: "Use #pragma unroll 4" }).first();
  await answered(page, () => use.click());
  await expect(page.locator("#source")).toContainText("#pragma unroll 4");
});

test("each example is rewritten, without an error", async ({ page }) => {
  const names = await page.locator("#example option").allTextContents();
  await expect(page.locator("#example optgroup").last().locator("option")).toHaveCount(10);
  for (const name of names) {
    if (name !== names[0]) await answered(page, () => page.getByLabel("Example").selectOption(name));
    await expect(page.locator("#status"), name).toHaveText(/^[1-9]\d* of \d+ requests? unrolled/);
    await expect(page.locator("#findings .error"), name).toHaveCount(0);
  }
});

test("a kernel that is nested too deeply is no end", async ({ page }) => {
  await write(page, `kernel void k(global int *a) {\n#pragma unroll\nfor (int i = 0; i < 2; i++)\na[i] = ${"(".repeat(4000)}i${")".repeat(4000)};\n}\n`).catch(() => {});
  await answered(page, () => page.getByLabel("Example").selectOption({ index: 1 }));
  await expect(page.locator("#status")).toHaveText(/^[1-9]\d* of/);
});

test("the page fits a telephone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { width, page: all } = await page.evaluate(() => ({ width: innerWidth, page: document.documentElement.scrollWidth }));
  expect(all).toBeLessThanOrEqual(width);
});

test("all controls have names", async ({ page }) => {
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll("button, input, select, [role=textbox]")].filter(
      (one) => !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length),
    ).length,
  );
  expect(nameless).toBe(0);
});
