type Named = { readonly name: string };

/** Chosen names. "All but these" keeps Ctrl+A at the same cost for ten rows and a hundred thousand. */
export type Picked =
  | { readonly kind: "some"; readonly names: ReadonlySet<string> }
  | { readonly kind: "all"; readonly except: ReadonlySet<string> };

export type Selection = {
  readonly picked: Picked;
  /** The row that the keyboard is on. */
  readonly focus: string | null;
  /** Where a range starts. */
  readonly anchor: string | null;
  /** The row to bring into sight; another object each time. */
  readonly shown?: { readonly name: string };
};

export type SelectionAction =
  | { type: "focus"; name: string | null }
  | { type: "only"; name: string }
  | { type: "toggle"; name: string }
  | { type: "range"; name: string; rows: readonly Named[]; add: boolean }
  | { type: "all" }
  | { type: "none" }
  /** The rows are about to change while the user looks on: what was chosen as "all" is what it was until now. */
  | { type: "hold"; rows: readonly Named[] }
  | { type: "set"; names: readonly string[]; focus: string | null }
  /** Entries came by the user's own doing: they are chosen and the first of them is brought into sight. */
  | { type: "arrived"; names: readonly string[] }
  /** The folder changed on disk. New rows never join a selection by themselves. */
  | { type: "changed"; appeared: readonly string[]; removed: readonly string[] };

const nobody: ReadonlySet<string> = new Set();
const nothing: Picked = { kind: "some", names: nobody };
export const emptySelection: Selection = { picked: nothing, focus: null, anchor: null };

export function isPicked(picked: Picked, name: string): boolean {
  return picked.kind === "some" ? picked.names.has(name) : !picked.except.has(name);
}

export function pickedCount(picked: Picked, rowCount: number): number {
  return picked.kind === "some" ? picked.names.size : Math.max(0, rowCount - picked.except.size);
}

export function pickedRows<T extends Named>(picked: Picked, rows: readonly T[]): readonly T[] {
  if (picked.kind === "all")
    return picked.except.size === 0 ? rows : rows.filter((row) => !picked.except.has(row.name));
  return picked.names.size === 0 ? [] : rows.filter((row) => picked.names.has(row.name));
}

function namesOf(rows: readonly Named[]): ReadonlySet<string> {
  return new Set(rows.map(({ name }) => name));
}

function toggled(picked: Picked, name: string): Picked {
  const names = new Set(picked.kind === "some" ? picked.names : picked.except);
  if (!names.delete(name)) names.add(name);
  return picked.kind === "some" ? { kind: "some", names } : { kind: "all", except: names };
}

function rangeOf(rows: readonly Named[], from: string | null, to: string): readonly string[] {
  let start = -1;
  let end = -1;
  for (let index = 0; index < rows.length && (start < 0 || end < 0); index++) {
    if (rows[index]?.name === from) start = index;
    if (rows[index]?.name === to) end = index;
  }
  if (end < 0) return [];
  if (start < 0) start = end;
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1).map((row) => row.name);
}

function withRange(selection: Selection, action: Extract<SelectionAction, { type: "range" }>): Selection {
  const anchor = selection.anchor ?? selection.focus ?? action.name;
  const names = rangeOf(action.rows, anchor, action.name);
  const before = action.add ? selection.picked : nothing;
  if (before.kind === "some") {
    return { picked: { kind: "some", names: new Set([...before.names, ...names]) }, focus: action.name, anchor };
  }
  const except = new Set(before.except);
  for (const name of names) except.delete(name);
  return { picked: { kind: "all", except }, focus: action.name, anchor };
}

function afterChange(
  { picked, ...rest }: Selection,
  appeared: readonly string[],
  removed: readonly string[],
): Selection {
  const old = picked.kind === "some" ? picked.names : picked.except;
  const gone = removed.filter((name) => old.has(name));
  const joins = picked.kind === "all" ? appeared.filter((name) => !old.has(name)) : [];
  if (gone.length === 0 && joins.length === 0) return { picked, ...rest };
  const names = new Set(old);
  for (const name of gone) names.delete(name);
  for (const name of joins) names.add(name);
  return { picked: picked.kind === "some" ? { kind: "some", names } : { kind: "all", except: names }, ...rest };
}

export function reduceSelection(selection: Selection, action: SelectionAction): Selection {
  switch (action.type) {
    case "focus":
      return action.name === selection.focus ? selection : { ...selection, focus: action.name };
    case "only":
      return { picked: { kind: "some", names: new Set([action.name]) }, focus: action.name, anchor: action.name };
    case "toggle":
      return { picked: toggled(selection.picked, action.name), focus: action.name, anchor: action.name };
    case "range":
      return withRange(selection, action);
    case "all":
      return { ...selection, picked: { kind: "all", except: nobody } };
    case "none":
      return pickedCount(selection.picked, 1) === 0 && selection.picked.kind === "some"
        ? selection
        : { ...selection, picked: nothing, anchor: null };
    case "hold":
      return selection.picked.kind === "some"
        ? selection
        : { ...selection, picked: { kind: "some", names: namesOf(pickedRows(selection.picked, action.rows)) } };
    case "set":
      return { picked: { kind: "some", names: new Set(action.names) }, focus: action.focus, anchor: action.focus };
    case "arrived": {
      const [first = null] = action.names;
      const picked: Picked = { kind: "some", names: new Set(action.names) };
      return { picked, focus: first, anchor: first, ...(first === null ? {} : { shown: { name: first } }) };
    }
    default:
      return afterChange(selection, action.appeared, action.removed);
  }
}
