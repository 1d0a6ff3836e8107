import {
  childrenOf,
  copyOf,
  countOf,
  kindOfValue,
  pathText,
  textOfValue,
  XmlElement,
  type TreeKind,
} from "./tree-value";

/** A line of the tree as the page gets it. */
export type TreeRow = {
  id: number;
  level: number;
  label: string;
  isIndex: boolean;
  kind: TreeKind;
  text: string;
  count: number;
  isOpen: boolean | null;
  position: number;
  siblings: number;
};

type Node = {
  id: number;
  parent: Node | null;
  key: number | string;
  value: unknown;
  level: number;
  position: number;
  siblings: number;
  isOpen: boolean;
};

const maxShownChars = 400;
/** What "Expand all" opens at most. */
const maxOpened = 500_000;
const maxFound = 10_000;

/** The branches that are open, as the lines that are shown. */
export class TreeModel {
  readonly #root: unknown;
  readonly #isXml: boolean;
  #rows: Node[] = [];
  #nextId = 0;
  #found: (number | string)[][] = [];

  constructor(root: unknown) {
    this.#root = root;
    this.#isXml = root instanceof XmlElement;
    this.#rows = this.#childNodes(null);
    // One thing alone is opened; so are a few.
    if (this.#rows.length === 1) this.setOpen(0, true);
  }

  get count(): number {
    return this.#rows.length;
  }

  get foundCount(): number {
    return this.#found.length;
  }

  rows(from: number, count: number): TreeRow[] {
    return this.#rows.slice(from, from + count).map((node) => {
      const childCount = this.#isLeaf(node) ? 0 : countOf(node.value);
      return {
        id: node.id,
        level: node.level,
        label: String(node.key),
        isIndex: typeof node.key === "number",
        kind: kindOfValue(node.value),
        text: textOfValue(node.value).slice(0, maxShownChars),
        count: childCount,
        isOpen: childCount === 0 ? null : node.isOpen,
        position: node.position,
        siblings: node.siblings,
      };
    });
  }

  setOpen(index: number, isOpen: boolean): void {
    const node = this.#rows[index];
    if (node === undefined || node.isOpen === isOpen || this.#isLeaf(node)) return;
    node.isOpen = isOpen;
    if (isOpen)
      this.#rows = [...this.#rows.slice(0, index + 1), ...this.#childNodes(node), ...this.#rows.slice(index + 1)];
    else {
      let end = index + 1;
      while ((this.#rows[end]?.level ?? 0) > node.level) end += 1;
      this.#rows = [...this.#rows.slice(0, index + 1), ...this.#rows.slice(end)];
    }
  }

  /** False: there was too much to open all. */
  setAll(isOpen: boolean): boolean {
    const roots = this.#childNodes(null);
    if (!isOpen) {
      this.#rows = roots;
      return true;
    }
    const rows: Node[] = [];
    const waiting = roots.toReversed();
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      rows.push(node);
      if (this.#isLeaf(node) || rows.length + waiting.length > maxOpened) continue;
      node.isOpen = true;
      for (const child of this.#childNodes(node).toReversed()) waiting.push(child);
    }
    this.#rows = rows;
    return rows.length < maxOpened;
  }

  /** Keys and values that have the text; case does not count. */
  find(text: string): void {
    this.#found = [];
    const needle = text.toLowerCase();
    if (needle === "") return;
    const waiting: { path: (number | string)[]; value: unknown }[] = [{ path: [], value: this.#root }];
    for (let one = waiting.pop(); one !== undefined && this.#found.length < maxFound; one = waiting.pop()) {
      const { path, value } = one;
      const key = path.at(-2);
      const label = this.#isXml && typeof key === "string" ? key : String(path.at(-1) ?? "");
      const isHit =
        path.length > 0 &&
        `${typeof path.at(-1) === "number" && !this.#isXml ? "" : label}\n${textOfValue(value)}`
          .toLowerCase()
          .includes(needle);
      if (isHit) this.#found.push(path);
      for (const [at, [childKey, child]] of [...childrenOf(value).entries()].toReversed())
        waiting.push({ path: [...path, ...(this.#isXml ? [childKey, at] : [childKey])], value: child });
    }
  }

  /** Opens the way to a hit; the index of its line. */
  reveal(hit: number): number {
    const path = this.#found[hit];
    if (path === undefined) return -1;
    let [index, from] = [-1, 0];
    const steps = this.#isXml ? path.filter((_, at) => at % 2 === 1) : path;
    for (const [depth, step] of steps.entries()) {
      index = this.#rows.findIndex(
        (node, at) =>
          at >= from && node.level === depth + 1 && (this.#isXml ? node.position - 1 === step : node.key === step),
      );
      if (index < 0) return -1;
      if (depth < steps.length - 1) this.setOpen(index, true);
      from = index + 1;
    }
    return index;
  }

  parentOf(index: number): number {
    const parent = this.#rows[index]?.parent;
    return parent === null || parent === undefined ? -1 : this.#rows.indexOf(parent);
  }

  pathOf(index: number): string {
    const keys: (number | string)[] = [];
    for (let node = this.#rows[index] ?? null; node !== null; node = node.parent)
      keys.unshift(this.#isXml ? xmlKey(node) : node.key);
    return pathText(keys, this.#isXml);
  }

  valueOf(index: number): string {
    return copyOf(this.#rows[index]?.value);
  }

  /** An element with nothing but text shows it in its line. */
  #isLeaf({ value }: Node): boolean {
    return countOf(value) === 0 || (value instanceof XmlElement && textOfValue(value) !== "");
  }

  #childNodes(parent: Node | null): Node[] {
    const value = parent === null ? this.#root : parent.value;
    const children = childrenOf(value);
    // A text or a number alone is a line of its own.
    const shown = parent === null && children.length === 0 ? ([["$", value]] as const) : children;
    return shown.map(([key, child], at) => {
      this.#nextId += 1;
      return {
        id: this.#nextId,
        parent,
        key,
        value: child,
        level: (parent?.level ?? 0) + 1,
        position: at + 1,
        siblings: shown.length,
        isOpen: false,
      };
    });
  }
}

/** Of elements with the same name the number counts. */
function xmlKey({ key, value, parent, position }: Node): string {
  if (!(value instanceof XmlElement) || parent === null) return String(key);
  const same = childrenOf(parent.value).flatMap(([name], at) => (name === key ? [at + 1] : []));
  return same.length > 1 ? `${key}[${same.indexOf(position) + 1}]` : String(key);
}
