// What a browser feels: node --import tsx bench/browser.ts   (needs a build and Chromium)
import { closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium, type Page } from "playwright-core";
import { browserPath } from "../e2e/support/browser-path";
import { signIn } from "../e2e/support/api-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { enter } from "../e2e/support/test";
import errorTexts from "../messages/en/errors.json";
import { median } from "./support/measure";
import { atLeast, atMost, report } from "./support/report";

const server = await startFiledeck();
const args =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --enable-precise-memory-info".split(
    " ",
  );
const browser = await chromium.launch({ executablePath: browserPath, args });
try {
  for (const [name, count] of [
    ["hundred-thousand", 100_000],
    ["ten-thousand", 10_000],
    ["few", 20],
  ] as const) {
    mkdirSync(path.join(server.filesDir, name));
    for (let index = 0; index < count; index++)
      closeSync(openSync(path.join(server.filesDir, name, `entry-${String(index).padStart(6, "0")}.txt`), "w"));
  }
  writeFileSync(path.join(server.filesDir, "a.txt"), "a");
  const page = await browser.newPage({ viewport: { width: 1360, height: 860 }, locale: "en-US" });
  // The loader of TypeScript marks functions with a helper that a page does not have.
  await page.addInitScript("globalThis.__name = (target) => target");
  await enter(page, server, await signIn(server));

  const { code: scripts, words } = await measureFirstLoad(page);
  report(
    "JavaScript of the file page's first load",
    `${(scripts / 1000).toFixed(0)} KB`,
    atMost(scripts / 1000, 270, " KB"),
  );
  report("  its words, in a file that is kept", `${(words / 1000).toFixed(0)} KB`);
  // Server and browser translate what they run often: who opens such a folder for the first time waits longer.
  const firstTime = await openFolder(page, "hundred-thousand");
  const again: number[] = [];
  for (let run = 0; run < 3; run++) again.push(await openFolder(page, "hundred-thousand"));
  report(
    "100,000 entries, first rows after the click",
    `${median(again).toFixed(0)} ms, the very first time ${firstTime.toFixed(0)} ms`,
    atMost(median(again), 1_000, " ms"),
  );
  const { perSecond, slowest } = await scroll(page);
  report(
    "  scrolling",
    `${perSecond.toFixed(0)} frames/s, slowest ${slowest.toFixed(0)} ms`,
    atLeast(perSecond, 50, " frames/s"),
  );
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  report("  script memory of the tab", `${(usedSize / 1e6).toFixed(0)} MB`, atMost(usedSize / 1e6, 120, " MB"));
  const times: number[] = [];
  for (let run = 0; run < 5; run++) times.push(await openFolder(page, "ten-thousand"));
  report("10,000 entries, on screen", `${median(times).toFixed(0)} ms`, atMost(median(times), 400, " ms"));
} finally {
  await browser.close();
  await server.remove();
}

/** Bytes of scripts on the wire until the list is shown and the network rests; `words`: those of the language, which the page once held itself. */
async function measureFirstLoad(page: Page): Promise<{ code: number; words: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const scripts = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type === "Script") scripts.set(requestId, response.url);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const url = scripts.get(requestId);
    if (url !== undefined) bytes.set(url, encodedDataLength);
  });
  await page.goto(`${server.url}/browse/files`);
  await page.getByRole("row", { name: /a\.txt/ }).waitFor();
  await page.waitForLoadState("networkidle");
  let [code, words] = [0, 0];
  for (const [url, size] of bytes) {
    const hasWords = (await (await fetch(url)).text()).includes(errorTexts.internal);
    if (hasWords) words += size;
    else code += size;
  }
  return { code, words };
}

async function openFolder(page: Page, name: string): Promise<number> {
  await page.goto(`${server.url}/browse/files`);
  const row = page.getByRole("row", { name: new RegExp(name) });
  await row.waitFor();
  await page.waitForLoadState("networkidle");
  await row.click();
  // From the key to the first entry's row, measured in the page.
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const begun = performance.now();
        const look = () => {
          if (document.body.textContent?.includes("entry-000000.txt")) resolve(performance.now() - begun);
          else requestAnimationFrame(look);
        };
        document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
        look();
      }),
  );
}

async function scroll(page: Page): Promise<{ perSecond: number; slowest: number }> {
  return page.evaluate(
    () =>
      new Promise<{ perSecond: number; slowest: number }>((resolve) => {
        const scroller = [...document.querySelectorAll("*")].find(
          (element) =>
            element.scrollHeight > 100_000 &&
            element.clientHeight > 200 &&
            getComputedStyle(element).overflowY !== "visible",
        );
        if (scroller === undefined) throw new Error("no scroller");
        const frames: number[] = [];
        const begun = performance.now();
        const step = (now: number) => {
          frames.push(now);
          scroller.scrollTop += 900;
          if (now - begun < 3000) requestAnimationFrame(step);
          else {
            const gaps = frames.slice(1).map((frame, index) => frame - (frames[index] ?? frame));
            resolve({
              perSecond: (gaps.length / ((frames.at(-1) ?? 0) - (frames[0] ?? 0))) * 1000,
              slowest: Math.max(...gaps),
            });
          }
        };
        requestAnimationFrame(step);
      }),
  );
}
