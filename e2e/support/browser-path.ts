/** Chromium without what only a window needs: pages cost a third less than in the whole one. */
export const browserPath = process.env["FILEDECK_TEST_BROWSER"] ?? "/usr/bin/chromium-headless-shell";
