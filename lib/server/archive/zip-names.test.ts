import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { decodeName, guessEncoding } from "./zip-names";

test.each([
  ["gbk", "gb18030", "新建文件夹/第一季度的财务报表和会议记录.docx"],
  ["shift-jis", "shift_jis", "日本語のファイル/ひらがなとカタカナの混ざった名前.txt"],
  ["euc-kr", "euc-kr", "새 폴더/한글로 된 파일 이름과 문서 모음.hwp"],
  ["big5", "big5", "新增資料夾/繁體中文的檔案名稱與會議記錄.docx"],
] as const)("names in %s are known by themselves and read again", (encoding, charset, name) => {
  const bytes = iconv.encode(name, charset);
  expect(guessEncoding(bytes)).toBe(encoding);
  expect(decodeName(bytes, encoding)).toBe(name);
});

test.each([
  ["cp437", [0x81, 0x84, 0x94], "üäö"],
  ["cp866", [0x8f, 0xe0, 0xa8], "При"],
  ["windows-1252", [0xfc, 0xe4, 0x80], "üä€"],
  ["utf-8", [0xc3, 0xbc], "ü"],
] as const)("%s is read as chosen", (encoding, bytes, name) => {
  expect(decodeName(Uint8Array.from(bytes), encoding)).toBe(name);
});

test("what cannot be told is the format's own code page", () => {
  expect(guessEncoding(new Uint8Array(0))).toBe("cp437");
});
