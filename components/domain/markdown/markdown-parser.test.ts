import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createMarkdownParser, type ParserState } from "./markdown-parser";
import { maxMarkdownLength, maxParseMs } from "./parse/limits";
import type { FromParser, ToParser } from "./parse/parsed-markdown";

const words = { footnoteLabel: "Footnotes", footnoteBackLabel: "Back" };
let threads: FakeWorker[] = [];

class FakeWorker extends EventTarget {
  readonly asked: ToParser[] = [];
  isEnded = false;

  constructor() {
    super();
    threads.push(this);
  }

  postMessage(message: ToParser): void {
    this.asked.push(message);
  }

  terminate(): void {
    this.isEnded = true;
  }

  answer(id: number): void {
    const parsed = { tree: { type: "root" as const, children: [] }, headings: [], hasMath: false };
    this.dispatchEvent(new MessageEvent<FromParser>("message", { data: { id, parsed } }));
  }
}

beforeEach(() => {
  threads = [];
  vi.useFakeTimers();
  vi.stubGlobal("Worker", FakeWorker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const failures = (states: readonly ParserState[]) => states.map(({ failure }) => failure);

it("lays out the last of the texts that came while it was at work, in the same thread", () => {
  const states: ParserState[] = [];
  const parser = createMarkdownParser((state) => states.push(state));
  for (const text of ["a", "ab", "abc"]) parser.give(text, words);
  threads[0]?.answer(1);
  threads[0]?.answer(2);
  expect(threads.flatMap(({ asked }) => asked.map(({ text }) => text))).toEqual(["a", "abc"]);
  expect(failures(states)).toEqual([null, null]);
  parser.stop();
  expect(threads.map(({ isEnded }) => isEnded)).toEqual([true]);
});

it("ends a thread that takes too long, and begins another for the next text", () => {
  const states: ParserState[] = [];
  const parser = createMarkdownParser((state) => states.push(state));
  parser.give("endless", words);
  vi.advanceTimersByTime(maxParseMs);
  expect(failures(states)).toEqual(["tooComplex"]);
  expect(threads[0]?.isEnded).toBe(true);
  threads[0]?.answer(1);
  parser.give("short", words);
  threads[1]?.answer(2);
  expect(failures(states).at(-1)).toBeNull();
  parser.stop();
  expect(vi.getTimerCount()).toBe(0);
});

it("gives up what breaks the thread", () => {
  const states: ParserState[] = [];
  const parser = createMarkdownParser((state) => states.push(state));
  parser.give("a", words);
  threads[0]?.dispatchEvent(new Event("error"));
  expect(failures(states)).toEqual(["tooComplex"]);
  parser.stop();
});

it("hands over no more of a long text than shows that it is too long", () => {
  const parser = createMarkdownParser(() => {});
  parser.give("x".repeat(3 * maxMarkdownLength), words);
  expect(threads[0]?.asked[0]?.text).toHaveLength(maxMarkdownLength + 1);
  parser.stop();
});
