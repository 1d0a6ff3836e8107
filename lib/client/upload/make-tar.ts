const blockBytes = 512;
const nameBytes = 100;

export type TarFile = { path: string; file: Blob & { readonly lastModified: number } };

/** A tar of these files that reads them only while it is sent. Names over 100 bytes or beyond ASCII go into pax headers. */
export function makeTar(files: readonly TarFile[]): Blob {
  const parts: BlobPart[] = [];
  for (const { path, file } of files) {
    const records = [`mtime=${(file.lastModified / 1000).toFixed(3)}`, `path=${path}`];
    const pax = new TextEncoder().encode(records.map(paxRecord).join(""));
    parts.push(header({ name: "pax", sizeBytes: pax.length, mtimeMs: 0, type: "x" }), padded(pax));
    parts.push(header({ name: "file", sizeBytes: file.size, mtimeMs: file.lastModified, type: "0" }), file);
    const rest = file.size % blockBytes;
    if (rest > 0) parts.push(new Uint8Array(blockBytes - rest));
  }
  parts.push(new Uint8Array(2 * blockBytes));
  return new Blob(parts);
}

type Header = { name: string; sizeBytes: number; mtimeMs: number; type: string };

/** POSIX ustar. */
function header({ name, sizeBytes, mtimeMs, type }: Header): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(blockBytes);
  const put = (text: string, at: number) => new TextEncoder().encodeInto(text, block.subarray(at));
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, "0");
  put(name.slice(0, nameBytes), 0);
  put(octal(0o644, 8), 100);
  put(octal(0, 8), 108);
  put(octal(0, 8), 116);
  put(octal(sizeBytes, 12), 124);
  put(octal(Math.max(0, Math.floor(mtimeMs / 1000)), 12), 136);
  put(" ".repeat(8), 148);
  put(type, 156);
  put("ustar\u000000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(`${octal(sum, 7)}\0 `, 148);
  return block;
}

/** `length key=value\n`, where the length counts itself. */
function paxRecord(record: string): string {
  const bytes = new TextEncoder().encode(record).length + 2;
  let length = bytes + String(bytes).length;
  if (String(length).length > String(bytes).length) length = bytes + String(length).length;
  return `${length} ${record}\n`;
}

function padded(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(roundUp(bytes.length));
  out.set(bytes);
  return out;
}

function roundUp(bytes: number): number {
  return Math.ceil(bytes / blockBytes) * blockBytes;
}
