import iconv from "iconv-lite";

type Table = { characters: readonly string[]; bytes: ReadonlyMap<string, number> };
const tables = new Map<string, Table>();

/**
 * Both ways through one table, iconv-lite's: Node's own decoder takes windows-1252 for Latin 1, and makes control characters of its quotes and of the euro sign. A byte
 * that stands for nothing is the control character of its number, so that every file comes back as it was.
 */
function tableFor(encoding: string): Table {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const characters = Array.from({ length: 256 }, (_, byte) => {
    const character = iconv.decode(Buffer.from([byte]), encoding);
    return character === "\ufffd" ? String.fromCharCode(byte) : character;
  });
  const table = { characters, bytes: new Map(characters.map((character, byte) => [character, byte])) };
  tables.set(encoding, table);
  return table;
}

export function isSingleByte(encoding: string): boolean {
  return encoding.startsWith("windows-");
}

export function decodeSingleByte(bytes: Uint8Array, encoding: string): string {
  const { characters } = tableFor(encoding);
  const parts: string[] = [];
  // Joined in pieces: one string that grows by a character each time takes many times as long.
  for (const byte of bytes) parts.push(characters[byte] ?? "");
  return parts.join("");
}

/** Null for a character that the encoding does not have. */
export function encodeSingleByte(text: string, encoding: string): Buffer | null {
  const { bytes } = tableFor(encoding);
  const out = Buffer.alloc(text.length);
  for (let index = 0; index < text.length; index++) {
    const byte = bytes.get(text.charAt(index));
    if (byte === undefined) return null;
    out[index] = byte;
  }
  return out;
}
