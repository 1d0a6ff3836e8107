import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";

export type ListFigures = {
  /** From the start of the navigation to the frame with the first row. */
  firstMs: number;
  nodes: number;
  /** Scripts alone, after a collection. */
  heapMb: number;
  /** The longest task; the browser tells of those over 50 ms, so 0 is less than that. */
  scrollMs: number;
  /** Null: the page has no search. */
  searchMs: number | null;
  /** Null: its columns cannot be sorted by. */
  sortMs: number | null;
  /** Null: it does not change by itself. */
  liveMs: number | null;
};

export type MeasuredList = {
  address: string;
  /** A row's selector: the first such element is the first row. */
  row: string;
  /** In the first row that is found. */
  search?: { text: string; shows: string };
  /** A column's title. */
  sort?: string;
  isLive?: boolean;
};

const [scrollSeconds, liveSeconds] = [3, 10];

/** What a page needs before the first of these: it notes its long tasks, and when the first row was drawn. */
export async function prepareLists(page: Page): Promise<void> {
  // The loader of TypeScript marks functions with a helper that a page does not have.
  await page.addInitScript("globalThis.__name = (target) => target");
  await page.addInitScript(() => {
    const noted = { longestMs: 0 };
    Object.assign(globalThis, { noted });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) noted.longestMs = Math.max(noted.longestMs, duration);
    }).observe({ entryTypes: ["longtask"] });
  });
}

/** Opens a list and uses it as a person would: looks, turns the wheel, types, sorts. */
export async function measureList(page: Page, url: string, list: MeasuredList): Promise<ListFigures> {
  await page.goto(`${url}${list.address}`, { waitUntil: "commit" });
  const firstMs = await page.evaluate(untilShown, { row: list.row, text: "" });
  await page.waitForLoadState("networkidle");
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  const heapMb = await heapOf(page);
  const box = await page.locator(list.row).first().boundingBox();
  if (box === null) throw new Error(`no row at ${list.address}`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const liveMs = list.isLive === true ? await longestDuring(page, () => wait(liveSeconds * 1000)) : null;
  const scrollMs = await longestDuring(page, () => turnWheel(page));
  await page.mouse.wheel(0, -100_000_000);
  await wait(300);
  const sortMs = list.sort === undefined ? null : await sort(page, list.row, list.sort);
  const searchMs = list.search === undefined ? null : await search(page, list.row, list.search);
  return { firstMs, nodes, heapMb, scrollMs, searchMs, sortMs, liveMs };
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize / 1e6;
}

/** The longest task meanwhile, in milliseconds; those below 50 count as 0. Needs {@link prepareLists}. */
export async function longestDuring(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => ((globalThis as unknown as Noted).noted.longestMs = 0)); // of prepareLists
  await act();
  // The observer is told after the task.
  await wait(100);
  return page.evaluate(() => (globalThis as unknown as Noted).noted.longestMs); // of prepareLists
}

type Noted = { noted: { longestMs: number } };

async function turnWheel(page: Page): Promise<void> {
  const until = performance.now() + scrollSeconds * 1000;
  while (performance.now() < until) {
    await page.mouse.wheel(0, 3_000);
    await wait(16);
  }
  await page.mouse.wheel(0, 100_000_000);
  await wait(300);
}

/** From the text that is typed to the frame with its row, or from its end to the frame with all; never, where there is nothing to type in. */
async function search(page: Page, row: string, { text, shows }: { text: string; shows: string }): Promise<number> {
  const box = page.locator("main").getByRole("searchbox").first();
  if ((await box.count()) === 0) return Number.POSITIVE_INFINITY;
  // The whole list comes back with the last letter that goes, and all but one row leave with the text: the slower of both.
  await box.evaluate((input) =>
    input.addEventListener("beforeinput", () => Object.assign(globalThis, { begunMs: performance.now() })),
  );
  await box.fill(text);
  const foundMs = await page.evaluate(untilShown, { row, text: shows });
  const found = await page.locator(row).first().textContent();
  await wait(200);
  await box.press("ControlOrMeta+a");
  await box.press("Delete");
  return Math.max(foundMs, await page.evaluate(untilShown, { row, text: "", other: found ?? "" }));
}

/** From the click to the frame with another first row; never, where there is no such button. */
async function sort(page: Page, row: string, title: string): Promise<number> {
  return page.evaluate(
    ({ row: selector, title: wanted }) =>
      new Promise<number>((resolve) => {
        const before = document.querySelector(selector)?.textContent;
        const button = [...document.querySelectorAll("[role=columnheader] button, th button")].find(
          ({ textContent }) => textContent?.trim() === wanted,
        );
        if (!(button instanceof HTMLElement)) {
          resolve(Number.POSITIVE_INFINITY);
          return;
        }
        const begun = performance.now();
        const look = () => {
          if (document.querySelector(selector)?.textContent !== before) resolve(performance.now() - begun);
          else if (performance.now() - begun > 5_000) resolve(Number.POSITIVE_INFINITY);
          else requestAnimationFrame(look);
        };
        button.click();
        look();
      }),
    { row, title },
  );
}

/** In the page: since its beginning, or the last key, until the first row has the text, and is another than `other`. */
function untilShown({ row, text, other = "" }: { row: string; text: string; other?: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const begunMs = (globalThis as unknown as { begunMs?: number }).begunMs ?? 0; // of `search`
      const shown = document.querySelector(row)?.textContent ?? null;
      if (shown?.includes(text) === true && shown !== other) resolve(performance.now() - begunMs);
      else if (performance.now() - begunMs > 20_000) reject(new Error(`no row with ${text}`));
      else requestAnimationFrame(look);
    };
    look();
  });
}
