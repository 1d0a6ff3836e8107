import iconv from "iconv-lite";

/** Of each byte its UTF-16 unit; of each unit its byte, or -1. */
type Table = { units: Uint16Array; bytes: Int16Array };
const tables = new Map<string, Table>();

/**
 * Both ways through one table, iconv-lite's: Node's own decoder takes windows-1252 for Latin 1, and makes control characters of its quotes and of the euro sign. A byte
 * that stands for nothing is the control character of its number, so that every file comes back as it was.
 */
function tableFor(encoding: string): Table {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const units = Uint16Array.from({ length: 256 }, (_, byte) => {
    const unit = iconv.decode(Buffer.from([byte]), encoding).charCodeAt(0);
    return unit === 0xfffd ? byte : unit;
  });
  const bytes = new Int16Array(0x1_0000).fill(-1);
  for (const [byte, unit] of units.entries()) bytes[unit] = byte;
  const table = { units, bytes };
  tables.set(encoding, table);
  return table;
}

export function isSingleByte(encoding: string): boolean {
  return encoding.startsWith("windows-") || encoding === "koi8-r";
}

export function decodeSingleByte(bytes: Uint8Array, encoding: string): string {
  const { units } = tableFor(encoding);
  const text = Buffer.allocUnsafe(bytes.length * 2);
  for (let at = 0; at < bytes.length; at++) text.writeUInt16LE(units[bytes[at] ?? 0] ?? 0, at * 2);
  return text.toString("utf16le");
}

/** Null for a character that the encoding does not have. */
export function encodeSingleByte(text: string, encoding: string): Buffer | null {
  const { bytes } = tableFor(encoding);
  const out = Buffer.alloc(text.length);
  for (let index = 0; index < text.length; index++) {
    const byte = bytes[text.charCodeAt(index)] ?? -1;
    if (byte < 0) return null;
    out[index] = byte;
  }
  return out;
}
