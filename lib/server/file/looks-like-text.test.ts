import iconv from "iconv-lite";
import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { looksLikeText } from "./looks-like-text";

const whole = { isCut: false };
const line = "root:x:0:0:root:/root:/bin/bash\n";
const tall = "这是一个测试文件，里面有很多中文字符。\r\n";

it.each([
  ["nothing", Buffer.alloc(0)],
  ["ASCII", Buffer.from(line)],
  ["a coloured log", Buffer.from("\u001b[31mred\u001b[0m\n")],
  ["UTF-8", Buffer.from("Grüße, 日本\n")],
  ["GBK", iconv.encode(tall, "gbk")],
  ["Shift-JIS", iconv.encode("これは日本語です。\n", "shift_jis")],
  ["Windows-1251", iconv.encode("Это проверка\n", "windows-1251")],
  ["UTF-16 with a mark", iconv.encode(tall, "utf-16le", { addBOM: true })],
  ["UTF-16 without one", iconv.encode(line, "utf-16be")],
])("%s is text", (_, bytes) => {
  expect(looksLikeText(bytes, whole)).toBe(true);
});

it.each([
  ["a program", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 9, 200, 0, 3])],
  ["packed bytes", gzipSync(randomBytes(4000))],
  ["a short key", Buffer.from("9d01c3b0fe1e05a8c2807f11aa90", "hex")],
])("%s is not", (_, bytes) => {
  expect(looksLikeText(bytes, whole)).toBe(false);
});

it("does not mind a character that the sample cuts", () => {
  const bytes = Buffer.from("日本".repeat(100)).subarray(0, 500);
  expect(looksLikeText(bytes, { isCut: true })).toBe(true);
});
