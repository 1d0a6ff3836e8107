/** What a tar is made of (POSIX.1-2001: ustar with pax headers), for the browser and the server alike. */
export const tarBlockBytes = 512;
const nameBytes = 100;
const encoder = new TextEncoder();

type Header = { name: string; sizeBytes: number; mtimeMs: number; type: string; mode?: number };

/** `name` is ASCII: a pax header before it has the real one. Byte by byte, as a TextEncoder for each field takes six times as long. */
export function tarHeader({ name, sizeBytes, mtimeMs, type, mode = 0o644 }: Header): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(tarBlockBytes);
  let sum = 0;
  const put = (text: string, at: number) => {
    for (let index = 0; index < text.length; index++) {
      const byte = text.charCodeAt(index);
      block[at + index] = byte;
      sum += byte;
    }
  };
  put(name.slice(0, nameBytes), 0);
  put(octal(mode, 8), 100);
  put(octal(0, 8), 108);
  put(octal(0, 8), 116);
  put(octal(sizeBytes, 12), 124);
  put(octal(Math.max(0, Math.floor(mtimeMs / 1000)), 12), 136);
  put(" ".repeat(8), 148);
  put(type, 156);
  put("ustar\u000000", 257);
  put(`${octal(sum, 7)}\0 `, 148);
  return block;
}

/** What does not fit its field is in the pax header before it; written on, it would be in the next one. */
function octal(value: number, length: number): string {
  return Math.min(value, 8 ** (length - 1) - 1)
    .toString(8)
    .padStart(length - 1, "0");
}

type Pax = { path: Uint8Array; mtimeMs: number; sizeBytes: number };

/** The whole path, time and length of the entry that follows: a name of any length, of any bytes, a file of more than 8 GiB. */
export function paxHeader({ path, mtimeMs, sizeBytes: entryBytes }: Pax): Uint8Array<ArrayBuffer> {
  const records = [
    paxRecord("mtime", encoder.encode((mtimeMs / 1000).toFixed(3))),
    paxRecord("path", path),
    ...(entryBytes < 8 ** 11 ? [] : [paxRecord("size", encoder.encode(String(entryBytes)))]),
  ];
  const sizeBytes = records.reduce((sum, record) => sum + record.length, 0);
  const out = new Uint8Array(tarBlockBytes + sizeBytes + tarPadding(sizeBytes));
  out.set(tarHeader({ name: "pax", sizeBytes, mtimeMs: 0, type: "x" }));
  let at = tarBlockBytes;
  for (const record of records) {
    out.set(record, at);
    at += record.length;
  }
  return out;
}

/** `length key=value\n`, where the length counts itself. */
export function paxRecord(key: string, value: Uint8Array): Uint8Array {
  const plain = key.length + value.length + 3; // the space, the equals sign, the end of line
  let length = plain + String(plain).length;
  if (String(length).length > String(plain).length) length = plain + String(length).length;
  const out = new Uint8Array(length);
  const { written } = encoder.encodeInto(`${length} ${key}=`, out);
  out.set(value, written);
  out[length - 1] = 0x0a;
  return out;
}

/** Zeros after a content of this size. */
export function tarPadding(sizeBytes: number): number {
  return (tarBlockBytes - (sizeBytes % tarBlockBytes)) % tarBlockBytes;
}
