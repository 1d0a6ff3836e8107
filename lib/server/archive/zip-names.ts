import iconv from "iconv-lite";
import type { ArchiveEncoding } from "@/lib/contracts/archive";
import { guessEncodings } from "@/lib/server/text/guess/guess-encodings";

/** Their names in iconv-lite. */
const charsets: Readonly<Record<ArchiveEncoding, string>> = {
  "utf-8": "utf8",
  gbk: "gb18030",
  big5: "big5",
  "shift-jis": "shift_jis",
  "euc-kr": "euc-kr",
  cp437: "cp437",
  cp866: "cp866",
  "windows-1252": "windows-1252",
};
/** What programs in these regions wrote before zip knew UTF-8; anything else is the format's own code page. */
const guessable = new Map<string, ArchiveEncoding>([
  ["gbk", "gbk"],
  ["big5", "big5"],
  ["shift_jis", "shift-jis"],
  ["euc-kr", "euc-kr"],
]);

export function guessEncoding(sample: Uint8Array): ArchiveEncoding {
  const [guess] = sample.length === 0 ? [] : guessEncodings(sample);
  return guessable.get(guess?.encoding ?? "") ?? "cp437";
}

export function decodeName(bytes: Uint8Array, encoding: ArchiveEncoding): string {
  return iconv.decode(Buffer.from(bytes), charsets[encoding]);
}

export function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
