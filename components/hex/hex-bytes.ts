/** What is fetched at once. */
export const pageBytes = 64 * 1024;
const maxPages = 64;

/** How a piece of the file is got; fewer bytes than asked for at its end. */
export type ReadRange = (from: number, until: number, signal: AbortSignal) => Promise<Uint8Array>;

/** The bytes of a file, as far as somebody looks at them. */
export class HexBytes {
  readonly #read: ReadRange;
  readonly #onChange: () => void;
  readonly #pages = new Map<number, Uint8Array | null>();
  readonly #stop = new AbortController();
  hasFailed = false;

  constructor(read: ReadRange, onChange: () => void) {
    this.#read = read;
    this.#onChange = onChange;
  }

  at(offset: number): number | undefined {
    return this.#pages.get(Math.floor(offset / pageBytes))?.[offset % pageBytes];
  }

  need(from: number, until: number): void {
    for (let page = Math.floor(from / pageBytes); page * pageBytes < until; page += 1)
      if (!this.#pages.has(page)) void this.#load(page); // notes its own failures
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= maxPages) break;
      this.#pages.delete(oldest);
    }
  }

  close(): void {
    this.#stop.abort();
  }

  async #load(page: number): Promise<void> {
    this.#pages.set(page, null);
    try {
      this.#pages.set(page, await this.#read(page * pageBytes, (page + 1) * pageBytes, this.#stop.signal));
    } catch {
      this.#pages.delete(page);
      if (this.#stop.signal.aborted) return;
      this.hasFailed = true;
    }
    this.#onChange();
  }
}

/** Ranges of a file by its address (RFC 9110 §14). */
export const rangesOf =
  (url: string): ReadRange =>
  async (from, until, signal) => {
    const response = await fetch(url, { headers: { range: `bytes=${from}-${until - 1}` }, signal, cache: "no-store" });
    if (response.status === 416) return new Uint8Array();
    // A server that does not know ranges would send the whole file each time.
    if (response.status !== 206) {
      await response.body?.cancel();
      throw new Error(`No range: ${response.status}`);
    }
    return new Uint8Array(await response.arrayBuffer());
  };
