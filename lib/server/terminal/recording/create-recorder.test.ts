import pino from "pino";
import { expect, test, vi } from "vitest";
import type { RecordingFile } from "@/lib/server/storage/recording-folder";
import { createRecorder, type Recorded } from "./create-recorder";

const log = pino({ level: "silent" });
const about = { cols: 80, rows: 24, startedAtMs: 1_700_000_000_500, title: "mia: bash", shell: "/bin/bash" };

/** A recorder over a file in memory; `append` may do more than write. */
function record({ maxBytes = 1_000_000, append }: { maxBytes?: number; append?: () => Promise<void> } = {}) {
  const written: Buffer[] = [];
  const told = { rooms: 0, changes: 0, closed: 0 };
  const ended: Recorded[] = [];
  const file: RecordingFile = {
    async append(bytes) {
      await append?.();
      written.push(Buffer.from(bytes));
    },
    close: () => Promise.resolve(void told.closed++),
  };
  const recorder = createRecorder({
    open: () => Promise.resolve(file),
    about,
    maxBytes,
    ear: { onRoom: () => told.rooms++, onChange: () => told.changes++ },
    log,
    onEnd: (recorded) => Promise.resolve(void ended.push(recorded)),
  });
  const text = () => Buffer.concat(written).toString();
  const lines = (): unknown[][] =>
    text()
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => JSON.parse(line));
  return { recorder, text, lines, told, ended };
}

test("the file is an asciicast of version 2, with sizes and without what is typed", async () => {
  const { recorder, text, lines, ended, told } = record();
  recorder.output(Buffer.from("\u001b[31mone\u001b[0m\r\n"));
  recorder.resize({ cols: 100, rows: 30 });
  await recorder.end();
  expect(JSON.parse(text().split("\n")[0] ?? "")).toEqual({
    version: 2,
    width: 80,
    height: 24,
    timestamp: 1_700_000_000,
    title: "mia: bash",
    env: { TERM: "xterm-256color", SHELL: "/bin/bash" },
  });
  expect(lines().map(([, code, said]) => [code, said])).toEqual([
    ["o", "\u001b[31mone\u001b[0m\r\n"],
    ["r", "100x30"],
  ]);
  expect(lines().every(([at]) => typeof at === "number" && at >= 0 && at < 60)).toBe(true);
  expect(ended).toEqual([{ sizeBytes: Buffer.byteLength(text()), durationMs: expect.any(Number), stopped: null }]);
  expect(told.closed).toBe(1);
});

test("characters that come in two pieces are put together, and half a one at the end is no failure", async () => {
  const { recorder, lines } = record();
  const bytes = Buffer.from("a😀ü");
  for (const byte of bytes) recorder.output(Buffer.of(byte));
  recorder.output(Buffer.from("é").subarray(0, 1));
  await recorder.end();
  const said = lines().map(([, , part]) => part);
  expect(said).toEqual(["a", "😀", "ü", "\ufffd"]);
});

test("a long output is cut into lines that are not long, and nothing of it is lost", async () => {
  const { recorder, lines, text } = record({ maxBytes: 10_000_000 });
  const long = "ß".repeat(100_000);
  recorder.output(Buffer.from(long));
  await recorder.end();
  expect(
    lines()
      .map(([, , part]) => part)
      .join(""),
  ).toBe(long);
  expect(
    Math.max(
      ...text()
        .split("\n")
        .map((line) => Buffer.byteLength(line)),
    ),
  ).toBeLessThan(70_000);
});

test("at its size it stops with a mark, says so once, and the terminal is heard no more", async () => {
  const { recorder, lines, ended, told, text } = record({ maxBytes: 2_000 });
  for (let index = 0; index < 200; index++) recorder.output(Buffer.from(`line ${index}\n`));
  expect(recorder.isRecording()).toBe(false);
  await recorder.end();
  expect(lines().at(-1)?.slice(1)).toEqual(["m", "Recording stopped: it has reached its size limit"]);
  expect(lines()[0]?.slice(1)).toEqual(["o", "line 0\n"]);
  expect([told.changes, ended[0]?.stopped]).toEqual([1, "limit"]);
  expect(Buffer.byteLength(text())).toBeLessThanOrEqual(2_000);
});

test("a disk that fails ends it: what waits is let go, the terminal is not held up, and it is told", async () => {
  const append = () => Promise.reject(Object.assign(new Error("no space"), { code: "ENOSPC" }));
  const { recorder, ended, told } = record({ append });
  recorder.output(Buffer.alloc(300_000, "x"));
  await vi.waitFor(() => expect(recorder.isRecording()).toBe(false));
  expect([recorder.backlog(), told.changes]).toEqual([0, 1]);
  recorder.output(Buffer.alloc(300_000, "x"));
  await recorder.end();
  expect(ended).toEqual([{ sizeBytes: 0, durationMs: expect.any(Number), stopped: "disk" }]);
  expect(told.closed).toBe(1);
});

test("a disk that hangs holds up the terminal for some seconds and no longer; it keeps little meanwhile", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval", "performance"] });
  let goOn = () => {};
  const { recorder, ended, lines } = record({ append: () => new Promise((resolve) => (goOn = resolve)) });
  try {
    await vi.advanceTimersByTimeAsync(0);
    recorder.output(Buffer.alloc(280_000, "x"));
    await vi.advanceTimersByTimeAsync(4_000);
    expect([recorder.isRecording(), recorder.backlog() > 256 * 1024]).toEqual([true, true]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect([recorder.isRecording(), recorder.backlog()]).toEqual([false, 0]);
    goOn();
    await vi.advanceTimersByTimeAsync(0);
    goOn();
    await recorder.end();
    expect(ended[0]?.stopped).toBe("slow");
    expect(lines().at(-1)?.[1]).toBe("m");
  } finally {
    vi.useRealTimers();
  }
});

test("a source that cannot be kept waiting does not fill the memory", async () => {
  const { recorder, ended } = record({ maxBytes: 1e9, append: () => new Promise(() => {}) });
  for (let index = 0; index < 200; index++) recorder.output(Buffer.alloc(64 * 1024, "x"));
  expect([recorder.isRecording(), recorder.backlog()]).toEqual([false, 0]);
  expect(ended).toEqual([]);
});
