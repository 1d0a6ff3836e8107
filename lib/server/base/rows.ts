/** What waits: of one holder first come, first served; holders take turns. */
export class Rows<T> {
  readonly #rows = new Map<string, T[]>();

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  add(holder: string, item: T): void {
    const row = this.#rows.get(holder);
    if (row === undefined) this.#rows.set(holder, [item]);
    else row.push(item);
  }

  take(): T | undefined {
    for (const [holder, row] of this.#rows) {
      this.#rows.delete(holder);
      const item = row.shift();
      if (row.length > 0) this.#rows.set(holder, row);
      return item;
    }
    return undefined;
  }
}
