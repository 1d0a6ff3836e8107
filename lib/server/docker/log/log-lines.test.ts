import { expect, test } from "vitest";
import type { LogLine } from "@/lib/contracts/docker-logs";
import { createLogLines } from "./log-lines";

const time = (nanoseconds: number) => `2026-01-02T03:04:05.${String(nanoseconds).padStart(9, "0")}Z`;
function frame(stream: 1 | 2, text: string): Buffer {
  const body = Buffer.from(text);
  const header = Buffer.alloc(8);
  header[0] = stream;
  header.writeUInt32BE(body.length, 4);
  return Buffer.concat([header, body]);
}
function read(bytes: Buffer, { hasTty = false, step = bytes.length || 1 } = {}): LogLine[] {
  const lines: LogLine[] = [];
  const feed = createLogLines({ hasTty, hear: (line) => lines.push(line) });
  for (let at = 0; at < bytes.length; at += step) feed(bytes.subarray(at, at + step));
  return lines;
}

const framed = Buffer.concat([
  frame(1, `${time(1)} one\n`),
  frame(2, `${time(2)} zwöi 😀\n`),
  frame(1, `${time(3)} ${"a".repeat(16_384)}`),
  frame(2, `${time(4)} between\n`),
  frame(1, `${time(5)} bbb\n`),
  frame(1, `${time(6)} \n`),
]);
const expected = [
  { at: time(1), err: false, text: "one", cut: false },
  { at: time(2), err: true, text: "zwöi 😀", cut: false },
  { at: time(4), err: true, text: "between", cut: false },
  { at: time(3), err: false, text: "a".repeat(8192), cut: true },
  { at: time(6), err: false, text: "", cut: false },
];

test.each([1, 2, 7, 8, 39, 1000, 100_000])("lines of both streams, in pieces of %i bytes", (step) => {
  expect(read(framed, { step })).toEqual(expected);
});

test.each([1, 3, 100_000])("lines of a terminal, in pieces of %i bytes", (step) => {
  const bytes = Buffer.from(`${time(1)} \u001b[31mred\u001b[0m\r\n${time(2)} b\r\nno time\n`);
  expect(read(bytes, { hasTty: true, step })).toEqual([
    { at: time(1), err: false, text: "\u001b[31mred\u001b[0m", cut: false },
    { at: time(2), err: false, text: "b", cut: false },
    { at: "", err: false, text: "no time", cut: false },
  ]);
});

test("a piece that says that it is endless is not kept", () => {
  const endless = Buffer.concat([frame(1, `${time(1)} ${"x".repeat(300_000)}\n`), frame(1, `${time(2)} after\n`)]);
  for (const step of [1000, 65_536, 1_000_000])
    expect(read(endless, { step }).map(({ text, cut }) => [text.length, cut])).toEqual([
      [8192, true],
      [5, false],
    ]);
});

test("times as Podman writes them are as Docker's", () => {
  const lines = frame(1, "2026-01-02T04:04:05+01:00 one\n");
  expect(read(Buffer.concat([lines, frame(2, "2026-01-02T03:04:05Z two 2026\n"), frame(1, "none 2026\n")]))).toEqual([
    { at: time(0), err: false, text: "one", cut: false },
    { at: time(0), err: true, text: "two 2026", cut: false },
    { at: "", err: false, text: "none 2026", cut: false },
  ]);
});

test.each([true, false])("of a line that is drawn for long, the end is kept (terminal: %s)", (hasTty) => {
  const parts = Array.from({ length: 20_000 }, (_, at) => `\r\u001b[32m${at} of 19999\u001b[0m`);
  const whole = [`${time(1)} `, ...parts, "\n"];
  const bytes = hasTty
    ? Buffer.from(whole.join(""))
    : // As the daemon has it: pieces of 16 KiB, each with a time.
      Buffer.concat(
        [...whole.join("").matchAll(/[^]{1,16000}/g)].map(([piece], at) =>
          frame(1, at === 0 ? piece : `${time(at)} ${piece}`),
        ),
      );
  for (const step of [999, 65_536]) {
    const [line, more] = read(bytes, { hasTty, step });
    expect(more).toBeUndefined();
    expect(line).toMatchObject({ at: time(1), cut: true });
    expect(line?.text).toSatisfy((text: string) => text.endsWith("\r\u001b[32m19999 of 19999\u001b[0m"));
    expect(line?.text.length).toBeLessThanOrEqual(8192);
  }
});
