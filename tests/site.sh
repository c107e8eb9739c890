#!/bin/sh
# Builds the book and the playground, and tries the playground in a browser: sh tests/site.sh
#
# It needs Node.js and Chromium; CHROMIUM names the browser if it is not /usr/bin/chromium. `cargo xtask site` says what else is missing.
# No lane runs this: a first build takes about ten minutes, and the release checklist asks for it.
set -eu
CDPATH= cd -- "$(dirname -- "$0")/.."

cargo xtask site
cd bindings/web/page
PLAYGROUND=file://$(cd ../../../target/site/html && pwd)/playground.html npx playwright test
