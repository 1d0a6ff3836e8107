/** Where the keyboard is in a grid of `count` cells, `columns` to a row, of which `page` rows are on the screen. */
type Place = { index: number; count: number; columns: number; page: number; isRtl: boolean };

/** The cell that an arrow or page key leads to, or null when the key does not move. `index` is -1 before the first move. */
export function cellAfterKey(key: string, { index, count, columns, page, isRtl }: Place): number | null {
  if (count === 0) return null;
  if (index < 0)
    return key.startsWith("Arrow") || key.startsWith("Page") || key === "Home" ? 0 : key === "End" ? count - 1 : null;
  const within = (next: number) => Math.min(Math.max(next, 0), count - 1);
  switch (key) {
    case "ArrowDown": {
      if (index + columns < count) return index + columns;
      // From the last full row into a shorter one below: its last cell.
      return Math.floor(index / columns) < Math.floor((count - 1) / columns) ? count - 1 : index;
    }
    case "ArrowUp":
      return index - columns >= 0 ? index - columns : index;
    case "ArrowRight":
      return columns === 1 ? null : within(index + (isRtl ? -1 : 1));
    case "ArrowLeft":
      return columns === 1 ? null : within(index + (isRtl ? 1 : -1));
    case "Home":
      return 0;
    case "End":
      return count - 1;
    case "PageDown":
      return within(index + columns * Math.max(1, page - 1));
    case "PageUp":
      return within(index - columns * Math.max(1, page - 1));
    default:
      return null;
  }
}

const typeAheadPauseMs = 700;
export type TypeAhead = { text: string; atMs: number };

/** The text typed so far; a pause starts it anew. */
export function typedText(before: TypeAhead, key: string, nowMs: number): TypeAhead {
  return { text: nowMs - before.atMs > typeAheadPauseMs ? key : before.text + key, atMs: nowMs };
}

/**
 * The next row whose name starts with the typed text, from `index` on and round the end. The same letter again and again
 * steps through the names with it.
 */
export function rowForTyping(rows: readonly { name: string }[], index: number, typed: string): number | null {
  const isRepeat = typed.length > 1 && typed === (typed[0] ?? "").repeat(typed.length);
  const wanted = (isRepeat ? (typed[0] ?? "") : typed).toLocaleLowerCase();
  const start = typed.length === 1 || isRepeat ? index + 1 : Math.max(index, 0);
  for (let step = 0; step < rows.length; step++) {
    const at = (start + step) % rows.length;
    if (rows[at]?.name.toLocaleLowerCase().startsWith(wanted)) return at;
  }
  return null;
}
