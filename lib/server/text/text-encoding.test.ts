import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { applyEol, decodeText, detectEol, encodeText, sampleBytes, strictDecoder } from "./text-encoding";

const texts: Readonly<Record<string, string>> = {
  "utf-8": "Grüße, 日本, 🎉\n",
  "utf-16le": "Grüße, 日本, 🎉\n",
  "utf-16be": "Grüße, 日本, 🎉\n",
  gbk: "这是一个测试文件，里面有很多中文字符，用来判断编码。\r\n第二行的内容也是中文。\r\n",
  gb18030: "这是一个测试文件，里面有很多中文字符，用来判断编码。第二行的内容也是中文。",
  shift_jis: "これは文字コードを調べるための日本語のテキストです。カタカナも漢字もあります。\n",
  "euc-jp": "これは文字コードを調べるための日本語のテキストです。カタカナも漢字もあります。\n",
  big5: "這是一個測試檔案，裡面有很多中文字，用來判斷編碼。\r\n第二行的內容也是中文。\r\n",
  "koi8-r": "Это проверка кодировки русского текста в файле, который написан давно.\n",
  "euc-kr": "이것은 문자 인코딩을 확인하기 위한 한국어 텍스트 파일입니다. 여러 문장이 있습니다.\n",
  "windows-1251": "Это проверка кодировки русского текста в файле, который написан давно.\n",
  "windows-1252": "Les élèves français étudient à l'école où le maître est très sévère.\n",
};

describe("what is read is what is written", () => {
  it.each(Object.entries(texts))("%s, chosen", (encoding, text) => {
    const bytes = encodeText(text, encoding, false);
    expect(decodeText(bytes, encoding)).toEqual({ text, encoding, bom: false, guessed: false });
    expect(encodeText(text, encoding, false).equals(bytes)).toBe(true);
  });

  it.each(
    Object.entries(texts).filter(
      ([encoding]) => encoding !== "gb18030" && encoding !== "utf-16be" && encoding !== "utf-16le",
    ),
  )("%s, found by itself", (encoding, text) => {
    const bytes = iconv.encode(text, encoding);
    const decoded = decodeText(bytes);
    expect(decoded.text).toBe(text);
    expect(encodeText(decoded.text, decoded.encoding, decoded.bom).equals(bytes)).toBe(true);
  });

  it.each(["utf-8", "utf-16le", "utf-16be"])("%s with a byte order mark", (encoding) => {
    const bytes = encodeText("a日", encoding, true);
    expect(decodeText(bytes)).toEqual({ text: "a日", encoding, bom: true, guessed: false });
  });

  it("finds UTF-16 without a mark", () => {
    const text = "Windows registry export\r\n".repeat(20);
    expect(decodeText(iconv.encode(text, "utf-16le"))).toEqual({
      text,
      encoding: "utf-16le",
      bom: false,
      guessed: false,
    });
  });
});

describe("every byte of every encoding of one byte a character", () => {
  const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  it.each([1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258].map((number) => `windows-${number}`))(
    "%s",
    (encoding) => {
      const { text } = decodeText(all, encoding);
      expect([text.length, text.includes("\ufffd")]).toEqual([256, false]);
      expect(encodeText(text, encoding, false).equals(all)).toBe(true);
    },
  );

  it("has the quotes, dashes and the euro sign of windows-1252", () => {
    const bytes = Buffer.from([0x80, 0x93, 0x94, 0x96, 0x97, 0x85]);
    expect(decodeText(bytes, "windows-1252").text).toBe("€“”–—…");
    expect(encodeText("€“”–—…", "windows-1252", false).equals(bytes)).toBe(true);
  });
});

describe("every character of every encoding of several bytes a character", () => {
  const pairs = (from: number) =>
    Array.from({ length: 128 * 192 }, (_, index) =>
      Buffer.from([0x80 + Math.floor(index / 192), from + (index % 192)]),
    );
  /** Written in two ways: what is read comes back in the usual one of them. Of Shift-JIS and EUC-JP the rows that NEC and IBM had both, of Big5 those of Hong Kong. */
  const twice: Readonly<Record<string, RegExp>> = {
    gbk: /^(?:a2e3|a3a0)$/,
    gb18030: /^a3a0$/,
    shift_jis: /^(?:87|ed|ee|fa)../,
    "euc-kr": /^$/,
    big5: /^(?:8e|8f|9.|a0|a2|f.)..$|^(?:c6de|c969)$/,
    "euc-jp": /^(?:ad|f[9a-c])..$|^a1c1$/,
  };
  it.each(["gbk", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"])("%s", (encoding) => {
    const lost = [];
    let read = 0;
    for (const pair of pairs(0x40)) {
      let text: string;
      try {
        ({ text } = decodeText(pair, encoding));
      } catch {
        continue; // stands for nothing: the file is not of this encoding
      }
      if (text.length !== 1) continue; // two of one byte
      read++;
      const back = encodeText(text, encoding, false);
      if (!back.equals(pair) && twice[encoding]?.test(pair.toString("hex")) !== true) lost.push(pair.toString("hex"));
      expect(decodeText(back, encoding).text).toBe(text);
    }
    expect(lost).toEqual([]);
    // Of Japanese characters most have two bytes here, the others three.
    expect(read > (encoding === "euc-jp" ? 7_000 : 9_000)).toBe(true);
  });

  it("Hangul of Windows is Hangul, and characters that users made are written again", () => {
    expect(decodeText(Buffer.from([0x81, 0x41, 0x20]), "euc-kr").text).toBe("갂 ");
    const made = Buffer.from([0xf0, 0x40, 0x0a]);
    expect(encodeText(decodeText(made, "shift_jis").text, "shift_jis", false).equals(made)).toBe(true);
    expect(() => encodeText("한", "shift_jis", false)).toThrow("file/encoding");
  });

  it("a character that is cut by the end of a piece waits for its rest, and one that never comes is refused", () => {
    const decoder = strictDecoder("shift_jis");
    const bytes = iconv.encode("日本", "shift_jis");
    expect(decoder.decode(bytes.subarray(0, 3), { stream: true })).toBe("日");
    expect(decoder.decode(bytes.subarray(3))).toBe("本");
    decoder.decode(bytes.subarray(0, 3), { stream: true });
    expect(() => decoder.decode()).toThrow(TypeError);
  });
});

it("refuses bytes that are no text", () => {
  expect(() => decodeText(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 9, 200, 0, 3]))).toThrow(
    "file/not-text",
  );
});

it("refuses what the encoding cannot hold instead of writing question marks", () => {
  expect(() => encodeText("日本", "windows-1252", false)).toThrow("file/encoding");
  expect(() => encodeText("\ud800", "utf-8", false)).toThrow("file/encoding");
  expect(() => encodeText("x", "klingon", false)).toThrow("file/encoding");
});

it.each([
  ["a\nb", "lf"],
  ["a\r\nb", "crlf"],
  ["a\rb", "cr"],
  ["a\r\nb\nc", "mixed"],
  ["a", "lf"],
] as const)("%j has %s", (text, eol) => {
  expect(detectEol(text)).toBe(eol);
});

it("writes the line ends that are asked for", () => {
  expect(applyEol("a\nb\r\nc\rd", "crlf")).toBe("a\r\nb\r\nc\r\nd");
  expect(applyEol("a\nb\r\nc", "mixed")).toBe("a\nb\r\nc");
});

it.each([
  ["third ümlaut", "windows-1252", false],
  ["el niño", "windows-1252", true],
  ["Les élèves français étudient à l'école.", "windows-1252", false],
  ["こんにちは、世界", "shift_jis", false],
  ["Съешь ещё этих мягких французских булок", "koi8-r", false],
  ["你好", "gbk", true],
] as const)("%s in %s; whether others are as likely: %j", (text, encoding, guessed) => {
  expect(decodeText(iconv.encode(text, encoding))).toEqual({ text, encoding, bom: false, guessed });
});

it("is read as Latin where the first letter that is not ASCII comes after what was looked at", () => {
  const ascii = Buffer.alloc(sampleBytes, "plain English words, line by line\n");
  const latin = encodeText("le 3 décembre, cafés", "windows-1252", false);
  const { text, encoding } = decodeText(Buffer.concat([ascii, latin]));
  expect([encoding, text.slice(sampleBytes)]).toEqual(["windows-1252", "le 3 décembre, cafés"]);
});
