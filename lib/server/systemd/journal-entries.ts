import type { JournalEntry } from "@/lib/contracts/systemd";
import { cutEntry, parseEntry } from "./journal-query";

const lineFeed = 10;
const longestBytes = 256 * 1024;
/** What is kept of a longer line: its fields come in any order, and one of them is what is long. */
const [headBytes, tailBytes] = [64 * 1024, 16 * 1024];

type Line = { parts: Buffer[]; bytes: number; cut: { head: Buffer; tail: Buffer } | null };

const noLine = (): Line => ({ parts: [], bytes: 0, cut: null });

/**
 * Reads what journalctl writes, piece by piece, and calls `hear` for each entry. Whoever may write into the journal may write entries of hundreds of
 * megabytes: no more than 256 KiB of one are held, and what is too long comes with the beginning of its message.
 */
export function createEntryReader(hear: (entry: JournalEntry) => void): (chunk: Buffer) => void {
  let line = noLine();

  function add(bytes: Buffer): void {
    if (line.cut !== null) {
      line.cut.tail = Buffer.concat([line.cut.tail, bytes]).subarray(-tailBytes);
      return;
    }
    line.parts.push(bytes);
    line.bytes += bytes.length;
    if (line.bytes <= longestBytes) return;
    const whole = Buffer.concat(line.parts);
    line.cut = { head: Buffer.from(whole.subarray(0, headBytes)), tail: Buffer.from(whole.subarray(-tailBytes)) };
    line.parts = [];
  }

  function end(): void {
    const { parts, cut } = line;
    line = noLine();
    const entry =
      cut === null ? parseEntry(Buffer.concat(parts).toString()) : cutEntry(cut.head.toString(), cut.tail.toString());
    if (entry !== null) hear(entry);
  }

  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      add(chunk.subarray(from, at));
      end();
      from = at + 1;
    }
    if (from < chunk.length) add(chunk.subarray(from));
  };
}
