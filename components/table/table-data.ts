import { guessDelimiter, guessEncoding, guessHeader, isNumber, type Delimiter, type Encoding } from "./guess";
import { cellOf, RowIndex, splitRow } from "./row-index";

/** The bytes are kept and rows are cut out of them when they are looked at: a table takes little more than its file. */
export const maxTableBytes = 256 * 1024 * 1024;
/** Cells beyond are not shown. */
export const maxColumns = 500;
/** Rows that are decoded at once. */
const blockRows = 4096;
/** By code points beyond: comparing as a language does takes a minute for millions. */
const maxCollated = 200_000;

export type TableWay = { delimiter?: Delimiter; encoding?: Encoding; hasHeader?: boolean };
export type TableHead = {
  delimiter: Delimiter;
  encoding: Encoding;
  hasHeader: boolean;
  /** Names of columns; empty where the first row has none. */
  names: readonly string[];
  columns: number;
};
export type TableOrder = { text: string; sort: { column: number; isDown: boolean } | null };

/** Returns when it may go on; throws when it is not wanted any more. */
type Pause = () => Promise<void>;

export class TableData {
  readonly #name: string;
  readonly #way: TableWay;
  #bytes: Uint8Array;
  #length = 0;
  #index: RowIndex | null = null;
  #head: TableHead | null = null;
  #decoder = new TextDecoder();
  #transcoder: TextDecoder | null = null;
  #shown: Uint32Array | null = null;
  isCut = false;

  constructor({ name, sizeBytes, way }: { name: string; sizeBytes: number; way: TableWay }) {
    this.#name = name;
    this.#way = way;
    this.#bytes = new Uint8Array(Math.min(maxTableBytes, Math.max(64 * 1024, sizeBytes)));
  }

  get head(): TableHead | null {
    return this.#head;
  }

  /** Rows without the head. */
  get rowCount(): number {
    return Math.max(0, (this.#index?.count ?? 0) - (this.#head?.hasHeader === true ? 1 : 0));
  }

  get shownCount(): number {
    return this.#shown?.length ?? this.rowCount;
  }

  /** False: there is no room for more. */
  append(chunk: Uint8Array): boolean {
    if (this.#head === null && this.#length === 0 && this.#transcoder === null) this.#begin(chunk);
    const bytes =
      this.#transcoder === null ? chunk : new TextEncoder().encode(this.#transcoder.decode(chunk, { stream: true }));
    const isFull = this.#length + bytes.length > maxTableBytes;
    const taken = isFull ? bytes.subarray(0, maxTableBytes - this.#length) : bytes;
    this.#reserve(this.#length + taken.length);
    this.#bytes.set(taken, this.#length);
    this.#length += taken.length;
    this.#index?.read(this.#bytes, this.#length);
    if (isFull) this.isCut = true;
    return !isFull;
  }

  /** What is known of the columns, once some rows are there. */
  settle(): TableHead {
    const [first = [], second] = [0, 1].map((row) => (row < (this.#index?.count ?? 0) ? this.#cells(row) : undefined));
    const encoding = this.#encoding;
    const delimiter = this.#delimiter;
    const hasHeader = this.#way.hasHeader ?? guessHeader(first, second);
    const widest = Array.from({ length: Math.min(200, this.#index?.count ?? 0) }, (_, row) => this.#cells(row).length);
    const columns = Math.min(maxColumns, Math.max(1, ...widest));
    this.#head = { delimiter, encoding, hasHeader, names: hasHeader ? first.slice(0, maxColumns) : [], columns };
    return this.#head;
  }

  /** Cells of rows as they are shown now, and the number of each in the file. */
  rows(from: number, count: number): { number: number; cells: string[] }[] {
    const until = Math.min(this.shownCount, from + count);
    return Array.from({ length: Math.max(0, until - from) }, (_, at) => {
      const number = this.#shown?.[from + at] ?? from + at;
      return { number, cells: this.#cells(number + this.#first).slice(0, maxColumns) };
    });
  }

  /** Filters and sorts all rows. Case does not count. */
  async arrange({ text, sort }: TableOrder, pause: Pause): Promise<void> {
    if (text === "" && sort === null) {
      this.#shown = null;
      return;
    }
    const found = text === "" ? null : await this.#find(text.toLowerCase(), pause);
    this.#shown = sort === null ? found : await this.#sorted(found, sort, pause);
  }

  async #find(needle: string, pause: Pause): Promise<Uint32Array> {
    const found: number[] = [];
    for (let from = 0; from < this.rowCount; from += blockRows) {
      const lines = this.#block(from, needle);
      for (const [at, line] of lines?.entries() ?? []) if (line.toLowerCase().includes(needle)) found.push(from + at);
      await pause();
    }
    return Uint32Array.from(found);
  }

  async #sorted(rows: Uint32Array | null, { column, isDown }: { column: number; isDown: boolean }, pause: Pause) {
    const keys: string[] = [];
    for (let from = 0; from < this.rowCount; from += blockRows) {
      for (const line of this.#block(from) ?? []) keys.push(cellOf(line, this.#delimiter, column));
      await pause();
    }
    const order = rows ?? Uint32Array.from(keys.keys());
    const filled = keys.filter((key) => key !== "");
    const isNumeric = filled.length > 0 && filled.filter((key) => isNumber(key.trim())).length > filled.length * 0.9;
    const sign = isDown ? -1 : 1;
    const compare = isNumeric ? byNumber(keys) : byText(keys, order.length);
    // Empty cells stand last either way.
    return order.sort((a, b) => Number(keys[a] === "") - Number(keys[b] === "") || sign * compare(a, b) || a - b);
  }

  /** Lines of a stretch of rows; null where none has the text. Quoted line breaks make it cut row by row. */
  #block(from: number, needle = ""): string[] | null {
    const until = Math.min(this.rowCount, from + blockRows);
    const text = this.#text(from + this.#first, until + this.#first);
    if (needle !== "" && !text.toLowerCase().includes(needle)) return null;
    const lines = text.split("\n");
    if (lines.at(-1) === "") lines.pop();
    if (lines.length === until - from) return lines;
    return Array.from({ length: until - from }, (_, at) => {
      const row = from + at + this.#first;
      return this.#text(row, row + 1);
    });
  }

  get #first(): number {
    return this.#head?.hasHeader === true ? 1 : 0;
  }

  #cells(row: number): string[] {
    return splitRow(this.#text(row, row + 1), this.#delimiter);
  }

  #text(from: number, until: number): string {
    if (this.#index === null) return "";
    return this.#decoder.decode(this.#bytes.subarray(this.#index.startOf(from), this.#index.startOf(until)));
  }

  #encoding: Encoding = "utf-8";
  #delimiter: Delimiter = ",";

  #begin(chunk: Uint8Array): void {
    const sample = chunk.subarray(0, 64 * 1024);
    this.#encoding = this.#way.encoding ?? guessEncoding(sample);
    const text = new TextDecoder(this.#encoding).decode(sample);
    this.#delimiter = this.#way.delimiter ?? guessDelimiter(text, this.#name);
    const isWide = this.#encoding.startsWith("utf-16");
    // Bytes of other encodings never look like a delimiter or a line break; those of UTF-16 do.
    this.#transcoder = isWide ? new TextDecoder(this.#encoding) : null;
    this.#decoder = new TextDecoder(isWide ? "utf-8" : this.#encoding);
    this.#index = new RowIndex(this.#delimiter, text.includes("\n") || !text.includes("\r") ? 10 : 13);
  }

  #reserve(length: number): void {
    if (length <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.min(maxTableBytes, Math.max(length, this.#bytes.length * 2)));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

function byNumber(keys: readonly string[]): (a: number, b: number) => number {
  const numbers = Float64Array.from(keys, Number);
  return (a, b) => {
    const [left = Number.NaN, right = Number.NaN] = [numbers[a], numbers[b]];
    if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
    return left - right;
  };
}

function byText(keys: readonly string[], count: number): (a: number, b: number) => number {
  if (count <= maxCollated) {
    const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
    return (a, b) => compare(keys[a] ?? "", keys[b] ?? "");
  }
  return (a, b) => {
    const [left = "", right = ""] = [keys[a], keys[b]];
    return left < right ? -1 : left > right ? 1 : 0;
  };
}
