/** What texts are read and written in, by WHATWG label (https://encoding.spec.whatwg.org/); `name` is how people know it. */
export const textEncodings = [
  { id: "utf-8", name: "UTF-8" },
  { id: "utf-16le", name: "UTF-16 LE" },
  { id: "utf-16be", name: "UTF-16 BE" },
  { id: "gbk", name: "GBK" },
  { id: "gb18030", name: "GB18030" },
  { id: "shift_jis", name: "Shift-JIS" },
  { id: "big5", name: "Big5" },
  { id: "euc-jp", name: "EUC-JP" },
  { id: "euc-kr", name: "EUC-KR" },
  { id: "windows-1250", name: "Windows-1250" },
  { id: "windows-1251", name: "Windows-1251" },
  { id: "windows-1252", name: "Windows-1252" },
  { id: "windows-1253", name: "Windows-1253" },
  { id: "windows-1254", name: "Windows-1254" },
  { id: "windows-1255", name: "Windows-1255" },
  { id: "windows-1256", name: "Windows-1256" },
  { id: "windows-1257", name: "Windows-1257" },
  { id: "windows-1258", name: "Windows-1258" },
  { id: "koi8-r", name: "KOI8-R" },
] as const;
export type TextEncodingName = (typeof textEncodings)[number]["id"];

export function isTextEncoding(id: string): id is TextEncodingName {
  return textEncodings.some((encoding) => encoding.id === id);
}

export function encodingName(id: string): string {
  return textEncodings.find((encoding) => encoding.id === id)?.name ?? id;
}

/** A byte order mark exists for these only. */
export function hasBom(id: string): boolean {
  return id.startsWith("utf-");
}
