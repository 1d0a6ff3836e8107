import { afterEach, expect, test, vi } from "vitest";
import { limits } from "@/lib/server/base/limits";
import { createScreen, type Screen, type ScreenOptions } from "./create-screen";
import { createScreenThreads } from "./screen-threads";

const esc = "\u001b";
type Threads = ReturnType<typeof createScreenThreads>;
const opened: { screens: Screen[]; threads: Threads }[] = [];

afterEach(() => {
  for (const { screens, threads } of opened.splice(0)) {
    for (const screen of screens) screen.dispose();
    threads.end();
  }
});

function begin(own: Partial<Parameters<typeof createScreenThreads>[0]> = {}) {
  const threads = createScreenThreads({ ...limits.screens, ...own });
  const screens: Screen[] = [];
  opened.push({ screens, threads });
  return {
    threads,
    open: (options: Partial<ScreenOptions> = {}) => {
      const told = { answers: "", titles: 0, lost: 0 };
      const screen = createScreen(
        {
          owner: "mia",
          cols: 80,
          rows: 24,
          scrollbackLines: 1_000,
          answer: (text) => (told.answers += text),
          onTitle: () => told.titles++,
          onFolder: () => {},
          onLost: () => told.lost++,
          ...options,
        },
        threads,
      );
      screens.push(screen);
      const write = (text: string) => new Promise<void>((parsed) => screen.write(Buffer.from(text), parsed));
      const shown = async () => (await screen.draw()).toString();
      return { told, screen, write, shown };
    },
  };
}

test.each(["S", "T", "L", "M", "b", "@", "P", "X", "I", "Z", " @", " A", "'}", "'~"])(
  "twenty million of CSI %s are drawn, and what comes behind them as well",
  async (final) => {
    const { open } = begin();
    const { write, shown } = open();
    await write("x");
    await write(`${esc}[3000000${final}x${esc}[20000000${final}after`);
    expect(await shown()).toContain("after");
    // Without threads and bounds: a minute. How long others wait meanwhile: bench/verdicts/turns.ts.
  },
);

test("64 KiB that take seconds to draw keep neither the server nor the screens beside waiting", async () => {
  const { open, threads } = begin({ threads: 1 });
  const hostile = open({ cols: 1_000, rows: 500, owner: "eve" });
  const innocent = open();
  await innocent.write("ready");
  const block = `${esc}c`.repeat(16 * 1024) + `${esc}[500S${esc}[2J`.repeat(4_096);
  let isDone = false;
  void hostile.write(block).then(() => (isDone = true));
  for (let line = 0; line < 5; line++) {
    await innocent.write(`line ${line}\r\n`);
    expect(await innocent.shown()).toContain(`line ${line}`);
  }
  expect([isDone, threads.count()]).toEqual([false, 1]);
});

test("answers come once, in their order, and are no more than a program can read", async () => {
  const { open } = begin();
  const { told, write } = open();
  await write(`ab${esc}[c${esc}[6n`);
  await write(`${esc}[?2004$p${esc}P$qm${esc}\\`);
  expect(told.answers).toBe(`${esc}[?1;2c${esc}[1;3R${esc}[?2004;2$y${esc}P1$r0m${esc}\\`);
  told.answers = "";
  await write(`${esc}[c`.repeat(100_000));
  expect(told.answers.length).toBeLessThan(250_000);
});

test("a title that changes ten thousand times is told a few times", async () => {
  const { open } = begin();
  const { told, write } = open();
  await write(`${esc}]0;x\u0007`.repeat(10_000));
  expect(told.titles).toBeLessThan(50);
});

test("those who draw the same state share one drawing, and what comes later is not in it", async () => {
  const { open } = begin();
  const { screen, write, shown } = open();
  await write("first");
  const [one, two] = await Promise.all([screen.draw(), screen.draw()]);
  expect(one).toBe(two);
  const before = screen.draw();
  void write("second");
  expect((await before).toString()).not.toContain("second");
  expect(await shown()).toContain("second");
});

test("letters that are split between two writes are whole", async () => {
  const { open } = begin();
  const { screen, shown } = open();
  for (const byte of Buffer.from("grüße 漢字 😀")) screen.write(Buffer.from([byte]), () => {});
  expect(await shown()).toContain("grüße 漢字 😀");
});

test("a thread that does not come to an end is replaced: its screen is empty, those beside are as they were", async () => {
  // What takes too long here is to break twenty thousand long lines anew: the longest single piece of work that there is.
  const { open, threads } = begin({ threads: 1, watch: { everyMs: 100, looks: 3 } });
  const innocent = open();
  await innocent.write(`${esc}[31mred${esc}[0m and more`);
  const large = open({ cols: 250, scrollbackLines: 20_000 });
  await large.write(`${"x".repeat(249)}\r\n`.repeat(20_000));
  large.screen.resize({ cols: 20, rows: 24 });
  const drawn = large.shown();
  await vi.waitFor(() => expect(large.told.lost).toBe(1));
  // Who waited for it gets what there is now.
  expect(await drawn).toBe(`${esc}c`);
  await large.write("after");
  expect(await large.shown()).toContain("after");
  expect(await innocent.shown()).toContain(`${esc}[31mred`);
  expect([innocent.told.lost, threads.count()]).toEqual([0, 1]);
});

test("a long scrollback is drawn as it is, colors, broken lines and wide letters too, and does not keep the screens beside waiting", async () => {
  const { open } = begin({ threads: 1 });
  const [long, beside] = [open({ scrollbackLines: 3_000 }), open()];
  const line = (index: number) =>
    `${index} ${esc}[3${index % 8};4${index % 7}m漢字${esc}[49m ${"long ".repeat(index % 40)}${esc}[0m end\r\n`;
  await long.write(Array.from({ length: 3_000 }, (_, index) => line(index)).join("") + `${esc}[5;3H${esc}[1;32mhere`);
  const drawn = await long.shown();
  const again = open({ scrollbackLines: 3_000 });
  await again.write(drawn);
  expect(await again.shown()).toBe(drawn);
  // oxlint-disable-next-line no-control-regex -- sequences are what is left out
  const text = drawn.replaceAll(/\u001b\[[\d;?]*[A-Za-z]/g, "");
  expect(text).toContain("2998 漢字");
  expect(text.match(/ end/g)?.length).toBeGreaterThan(1_000);
  await long.write("x");
  const big = long.shown();
  await beside.write("beside");
  expect(await Promise.race([big, beside.shown()])).toContain("beside");
});

test("a screen that is too much for its thread again and again is drawn no more, and its program goes on", async () => {
  const { open } = begin({ threads: 1, memory: { youngMb: 2, oldMb: 24 } });
  const { told, write, shown } = open({ scrollbackLines: 50_000 });
  for (let round = 0; round < 60 && told.lost < 3; round++) await write("line\r\n".repeat(20_000));
  await vi.waitFor(() => expect(told.lost).toBeGreaterThanOrEqual(3));
  await write("more");
  expect(await shown()).toBe(`${esc}c`);
});

test("one user's screens are in one thread, and threads without screens end", async () => {
  const { open, threads } = begin({ threads: 2, idleMs: 10 });
  const own = [open(), open(), open()];
  expect(threads.count()).toBe(1);
  const [other, third] = [open({ owner: "tom" }), open({ owner: "eve" })];
  expect(threads.count()).toBe(2);
  for (const { screen } of [...own, other, third]) screen.dispose();
  await vi.waitFor(() => expect(threads.count()).toBe(0));
});
