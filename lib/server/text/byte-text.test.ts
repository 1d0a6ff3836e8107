import { describe, expect, test } from "vitest";
import { isAppError } from "@/lib/shared/errors";
import { bytesLike, textOfBytes } from "./byte-text";

describe("bytes that an editor has as text", () => {
  test.each([
    ["nothing", Buffer.alloc(0)],
    ["ASCII", Buffer.from("A=1\r\nB=2")],
    ["UTF-8", Buffer.from("für, 日本語, 😀\n")],
    ["a mark in front", Buffer.from("\uFEFFA=1\n")],
    ["what UTF-8 puts in the place of others", Buffer.from("A=\uFFFD\n")],
    ["Latin 1", Buffer.from("# für Müller\n", "latin1")],
    ["UTF-8 and Latin 1", Buffer.concat([Buffer.from("# für\n"), Buffer.from("B=für\n", "latin1")])],
    ["a letter that is cut", Buffer.from("A=\u20ac").subarray(0, 4)],
    ["every byte", Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
  ])("%s comes back as it was", (_, bytes) => {
    expect(bytesLike(bytes, textOfBytes(bytes)).equals(bytes)).toBe(true);
  });

  test.each([
    ["Windows'", "A=1\r\nB=2\r\n", "A=1\nB=3\n", "A=1\r\nB=3\r\n"],
    ["mixed", "A=1\r\nB=2\nC=3\n", "A=1\nB=2\nC=4\n", "A=1\r\nB=2\nC=4\n"],
    ["one that is in a value", "A=1\rx\nB=2\n", "A=1\nx\nB=3\n", "A=1\rx\nB=3\n"],
    ["after a mark", "\uFEFFA=1\r\n", "A=2\n", "\uFEFFA=2\r\n"],
    ["none of Windows", "A=1\n", "A=1\nB=2\n", "A=1\nB=2\n"],
  ])("line ends stay what a browser makes one of: %s", (_, before, edited, after) => {
    expect(bytesLike(Buffer.from(before), edited).toString()).toBe(after);
  });

  test("what they cannot have is refused, and not replaced", () => {
    const keyOf = (before: Buffer, text: string) => {
      try {
        return bytesLike(before, text).toString("latin1");
      } catch (error) {
        return isAppError(error) ? error.key : String(error);
      }
    };
    const latin = Buffer.from("# für\n", "latin1");
    expect(keyOf(latin, "# größer\n")).toBe("# größer\n");
    expect(keyOf(latin, "# 日本\n")).toBe("file/encoding");
    expect(keyOf(Buffer.from("A=1\n"), "A=\uD800\n")).toBe("file/encoding");
  });
});
