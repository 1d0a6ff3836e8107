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
