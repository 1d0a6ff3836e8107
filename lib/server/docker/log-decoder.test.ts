import { expect, it } from "vitest";
import { createLogDecoder } from "./log-decoder";

function frame(stream: number, text: string): Buffer {
  const header = Buffer.alloc(8);
  header[0] = stream;
  header.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([header, Buffer.from(text)]);
}

it("reads pieces however they are cut", () => {
  const bytes = Buffer.concat([
    frame(1, "one\n"),
    frame(2, "ärr\n"),
    frame(1, ""),
    frame(1, "x".repeat(70_000)),
    frame(1, "\r\nend"),
  ]);
  for (const step of [1, 3, 7, 8, 9, 4096, bytes.length]) {
    const decode = createLogDecoder({ hasTty: false });
    const pieces: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += step) pieces.push(decode(bytes.subarray(at, at + step)));
    expect(Buffer.concat(pieces).toString().replace(/\r+\n/g, "\r\n")).toBe(
      `one\r\närr\r\n${"x".repeat(70_000)}\r\nend`,
    );
  }
});

it("leaves alone what comes from a terminal", () => {
  const bytes = Buffer.from("a\r\nb\n");
  expect(createLogDecoder({ hasTty: true })(bytes)).toBe(bytes);
});
