/** A row longer than this has a quotation mark that is never closed: it is taken for an ordinary one. */
const maxRowBytes = 1024 * 1024;

type State = "start" | "plain" | "quoted" | "after";

/** Where the rows of a text are, found in its bytes as they arrive. Quoted line breaks are none (RFC 4180). */
export class RowIndex {
  #starts = new Uint32Array(1024);
  #count = 0;
  #state: State = "start";
  #lineEnd = 10;
  readonly #delimiter: number;
  #lengthBytes = 0;

  /** `lineEnd`: 10, or 13 where there are no others. */
  constructor(delimiter: string, lineEnd: 10 | 13 = 10) {
    this.#delimiter = delimiter.codePointAt(0) ?? 44;
    this.#lineEnd = lineEnd;
  }

  /** Full rows, and the one that is being read. */
  get count(): number {
    return this.#count;
  }

  get lengthBytes(): number {
    return this.#lengthBytes;
  }

  /** Where a row begins; where the text ends for the one after the last. */
  startOf(row: number): number {
    return row < this.#count ? (this.#starts[row] ?? 0) : this.#lengthBytes;
  }

  /** Goes on to `until`; `bytes` holds everything from the beginning. */
  read(bytes: Uint8Array, until: number): void {
    const [delimiter, lineEnd] = [this.#delimiter, this.#lineEnd];
    let state = this.#state;
    let isAtRow = this.#lengthBytes === 0 || this.#isRowDone;
    let rowStart = this.#count === 0 ? 0 : (this.#starts[this.#count - 1] ?? 0);
    for (let at = this.#lengthBytes; at < until; at += 1) {
      const byte = bytes[at];
      if (isAtRow) {
        this.#push(at);
        rowStart = at;
        isAtRow = false;
      }
      if (state === "quoted") {
        if (byte === 34) state = "after";
        else if (at - rowStart > maxRowBytes) state = "plain";
      } else if (byte === 34 && (state === "start" || state === "after")) state = "quoted";
      else if (byte === lineEnd) {
        state = "start";
        isAtRow = true;
      } else state = byte === delimiter ? "start" : "plain";
    }
    this.#state = state;
    this.#isRowDone = isAtRow;
    this.#lengthBytes = until;
  }

  #isRowDone = false;

  #push(at: number): void {
    if (this.#count === this.#starts.length) {
      const larger = new Uint32Array(this.#starts.length * 2);
      larger.set(this.#starts);
      this.#starts = larger;
    }
    this.#starts[this.#count] = at;
    this.#count += 1;
  }
}

/** The cells of a row, without its line break. */
export function splitRow(text: string, delimiter: string): string[] {
  const row = text.replace(/\r?\n$|\r$/, "");
  if (!row.includes('"')) return row.split(delimiter);
  const cells: string[] = [];
  for (let at = 0; at <= row.length;) {
    if (row[at] === '"') {
      const end = closingQuote(row, at + 1);
      const next = row.indexOf(delimiter, end);
      const stop = next < 0 ? row.length : next;
      cells.push(row.slice(at + 1, end).replaceAll('""', '"') + row.slice(end + 1, stop));
      at = stop + 1;
    } else {
      const next = row.indexOf(delimiter, at);
      const stop = next < 0 ? row.length : next;
      cells.push(row.slice(at, stop));
      at = stop + 1;
    }
  }
  return cells;
}

function closingQuote(row: string, from: number): number {
  for (let at = row.indexOf('"', from); at >= 0; at = row.indexOf('"', at + 2)) if (row[at + 1] !== '"') return at;
  return row.length;
}

/** One cell of a row; "" where it has fewer. */
export function cellOf(text: string, delimiter: string, column: number): string {
  if (text.includes('"')) return splitRow(text, delimiter)[column] ?? "";
  let at = 0;
  for (let passed = 0; passed < column; passed += 1) {
    const next = text.indexOf(delimiter, at);
    if (next < 0) return "";
    at = next + 1;
  }
  const end = text.indexOf(delimiter, at);
  return (end < 0 ? text.slice(at) : text.slice(at, end)).replace(/[\r\n]+$/, "");
}
