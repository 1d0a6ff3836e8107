import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { sendRange } from "./send-range";

const content = Buffer.from(Array.from({ length: 3_000_017 }, (_, index) => (index * 7 + (index >> 9)) % 251));

function reader(limit = content.length) {
  return async (buffer: Buffer, length: number, position: number) => {
    const end = Math.min(limit, position + length);
    return position >= end ? 0 : content.copy(buffer, 0, position, end);
  };
}

/** Keeps what it is given without copying until a moment later, as a socket does. */
function lateWriter() {
  const parts: Buffer[] = [];
  const out = new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _, done) => {
      setTimeout(() => {
        parts.push(Buffer.from(chunk));
        done();
      }, Math.random() * 3);
    },
  });
  return { out, parts };
}

it.each([
  [0, content.length - 1],
  [5, 5],
  [65_535, 65_536],
  [1_000_000, 2_999_999],
])("sends bytes %d to %d unchanged, although its buffers are used again", async (start, end) => {
  const { out, parts } = lateWriter();
  await sendRange(reader(), out, { start, end });
  expect(Buffer.concat(parts).equals(content.subarray(start, end + 1))).toBe(true);
});

it("fails when the file ends early", async () => {
  const { out } = lateWriter();
  await expect(sendRange(reader(2_000_000), out, { start: 0, end: content.length - 1 })).rejects.toThrow("file/io");
});

it("fails when the reader leaves", async () => {
  const { out } = lateWriter();
  setTimeout(() => out.destroy(new Error("gone")), 5);
  out.on("error", () => undefined);
  await expect(sendRange(reader(), out, { start: 0, end: content.length - 1 })).rejects.toThrow(
    /gone|destroyed|request\/cancelled/,
  );
});

it("fails when the reader leaves while a write waits, although its callback never comes", async () => {
  const out = new Writable({ write: () => {}, destroy: (_, done) => done(null) });
  // As an answer does with what it keeps when its connection breaks.
  out.write = () => false;
  setTimeout(() => out.destroy(), 5);
  await expect(sendRange(reader(), out, { start: 0, end: 9 })).rejects.toThrow("request/cancelled");
});

it("does not wait for a reader that has left already", async () => {
  const { out } = lateWriter();
  out.destroy();
  await expect(sendRange(reader(), out, { start: 0, end: 9 })).rejects.toThrow("request/cancelled");
});
