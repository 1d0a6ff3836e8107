/** Rows of a worker's list are asked for by the page. */
const pageRows = 100;
/** Those that were in sight last are kept. */
const maxPages = 120;

export type RowsPage<Row> = { version: number; page: number; rows: readonly Row[] };

type Wanted = { version: number; from: number; count: number };

/** What is kept here of a list that a worker has: the pages in sight and some around. A new version forgets all of them. */
export class RemoteRows<Row> {
  #pages = new Map<number, readonly Row[] | null>();
  #version = 0;
  #tick = 0;
  readonly #listeners = new Set<() => void>();
  #ask: (wanted: Wanted) => void = () => {};

  /** Who is asked from now on; nothing is known of the list any more. */
  connect(ask: (wanted: Wanted) => void): void {
    this.#ask = ask;
    this.reset(0);
  }

  reset(version: number): void {
    this.#version = version;
    this.#pages = new Map();
    this.#tell();
  }

  /** What arrives for another version is thrown away. */
  take({ version, page, rows }: RowsPage<Row>): void {
    if (version !== this.#version) return;
    this.#pages.set(page, rows);
    this.#tell();
  }

  at(index: number): Row | undefined {
    const page = Math.floor(index / pageRows);
    return this.#pages.get(page)?.[index - page * pageRows];
  }

  /** Asks for what is missing in a stretch. */
  need(from: number, to: number): void {
    for (let page = Math.floor(from / pageRows); page * pageRows < to; page += 1) {
      const known = this.#pages.get(page);
      if (known !== undefined) {
        this.#pages.delete(page);
        this.#pages.set(page, known);
        continue;
      }
      this.#pages.set(page, null);
      this.#ask({ version: this.#version, from: page * pageRows, count: pageRows });
    }
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= maxPages) break;
      this.#pages.delete(oldest);
    }
  }

  /** A page that was not full when it was asked for, while the list still grew. */
  forget(index: number): void {
    this.#pages.delete(Math.floor(index / pageRows));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly tick = (): number => this.#tick;

  #tell(): void {
    this.#tick += 1;
    for (const listener of this.#listeners) listener();
  }
}
