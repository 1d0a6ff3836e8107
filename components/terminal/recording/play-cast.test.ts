import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TerminalSize } from "@/lib/shared/terminals";
import { createCast } from "./cast";
import { playCast, type CastPlayer } from "./play-cast";

const drawMs = 5;

/** A screen that only remembers what it was given. */
function fakeScreen() {
  let shown = "";
  const writes: string[] = [];
  const sizes: TerminalSize[] = [];
  return {
    screen: {
      write: async (text: string) => {
        shown += text;
        writes.push(text);
        await new Promise((resolve) => setTimeout(resolve, drawMs));
      },
      resize: (size: TerminalSize) => void sizes.push(size),
      reset: () => {
        shown = "";
      },
      draw: () => shown,
    },
    shown: () => shown,
    writes,
    sizes,
  };
}

const size = { cols: 80, rows: 24 };
const bytesOf = (events: readonly unknown[]) =>
  new TextEncoder().encode(
    [{ version: 2, width: 80, height: 24 }, ...events].map((line) => `${JSON.stringify(line)}\n`).join(""),
  );
const open: CastPlayer[] = [];

function play(events: readonly unknown[], { isShort = false } = {}) {
  const cast = createCast();
  cast.add(bytesOf(events));
  const { screen, ...seen } = fakeScreen();
  const player = playCast({ cast, size, screen, isShort });
  open.push(player);
  player.grow(true);
  return { player, cast, ...seen };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => setTimeout(callback, 16));
});
afterEach(() => {
  for (const player of open.splice(0)) player.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const slow = [
  [0.1, "o", "a"],
  [1, "o", "b"],
  [11, "r", "100x30"],
  [11.5, "o", "c"],
];

test("what was seen is seen again at its time, twice as soon at twice the speed, and not while it pauses", async () => {
  const { player, shown, sizes } = play(slow);
  await pass(500);
  expect(shown()).toBe("a");
  player.setPlaying(false);
  await pass(5_000);
  expect(shown()).toBe("a");
  player.setPlaying(true);
  await pass(700);
  expect(shown()).toBe("ab");
  player.setSpeed(8);
  await pass(1_500);
  expect([shown(), sizes]).toEqual(["abc", [{ cols: 100, rows: 30 }]]);
  expect(player.get()).toMatchObject({ isPlaying: false, positionMs: 11_500, durationMs: 11_500 });
  player.setPlaying(true);
  await pass(100);
  expect(shown()).toBe("a");
});

test("with pauses shortened the clock runs over what is left, and the switch keeps the place", async () => {
  const { player, shown } = play(slow, { isShort: true });
  expect(player.get().durationMs).toBe(3_500);
  await pass(3_200);
  expect(shown()).toBe("ab");
  player.setShort(false);
  expect(player.get()).toMatchObject({ durationMs: 11_500 });
  await pass(100);
  expect(shown()).toBe("ab");
  player.setShort(true);
  await pass(700);
  expect(shown()).toBe("abc");
});

test("any time of a long recording is reached in turns, and the second time from a state that was kept", async () => {
  const events = Array.from({ length: 60_000 }, (_, index) => [
    index / 100,
    "o",
    `line ${index} ${"x".repeat(40)}\r\n`,
  ]);
  const { player, shown, writes } = play(events);
  player.setPlaying(false);
  await pass(20);
  player.seekTo(500_000);
  expect(player.get().positionMs).toBe(500_000);
  await pass(40);
  expect(player.get().isSeeking).toBe(true);
  await pass(20_000);
  expect(player.get()).toMatchObject({ isSeeking: false, isPlaying: false, positionMs: 500_000 });
  const upTo = (count: number) =>
    events
      .slice(0, count)
      .map(([, , text]) => text)
      .join("");
  expect(shown() === upTo(50_001)).toBe(true);
  const before = writes.length;
  player.seekTo(495_000);
  await pass(20_000);
  expect(shown() === upTo(49_501)).toBe(true);
  expect((writes[before]?.length ?? 0) / shown().length).toBeGreaterThan(0.6);
});

test("a new wish ends the one before, and those outside are taken to the ends", async () => {
  const events = Array.from({ length: 30_000 }, (_, index) => [
    index / 100,
    "o",
    `line ${index} ${"x".repeat(40)}\r\n`,
  ]);
  const { player, shown } = play(events);
  player.setPlaying(false);
  player.seekTo(290_000);
  await pass(40);
  player.seekTo(-5);
  await pass(1_000);
  expect([shown().split("\n").length, player.get().positionMs]).toEqual([2, 0]);
  player.seekTo(1e9);
  await pass(5_000);
  expect(player.get()).toMatchObject({ isSeeking: false, positionMs: 299_990 });
});
