import type { QuickChild, QuickCommand } from "@/lib/contracts/quick-commands";

/** A command with the group that it is in, for a list and a form. */
export type QuickRow = QuickChild & { parent: string | null };

export function rowsOf(commands: readonly QuickCommand[]): QuickRow[] {
  return commands.flatMap(({ children, ...one }) => [
    { ...one, parent: null },
    ...children.map((child) => ({ ...child, parent: one.id })),
  ]);
}

/** The tree of rows; one whose group is gone stands above. */
export function treeOf(rows: readonly QuickRow[]): QuickCommand[] {
  const groups = new Set(rows.filter(({ parent }) => parent === null).map(({ id }) => id));
  const isChild = ({ parent }: QuickRow) => parent !== null && groups.has(parent);
  const bare = ({ id, note, command, way, suffixes }: QuickRow): QuickChild => ({ id, note, command, way, suffixes });
  return rows
    .filter((row) => !isChild(row))
    .map((row) => ({ ...bare(row), children: rows.filter(({ parent }) => parent === row.id).map(bare) }));
}

/** Puts a row before or behind its neighbour in the same group; null where there is none. */
export function moveRow(rows: readonly QuickRow[], id: string, step: 1 | -1): QuickRow[] | null {
  const row = rows.find((one) => one.id === id);
  const siblings = rows.filter(({ parent }) => parent === row?.parent);
  const other = siblings[siblings.findIndex((one) => one.id === id) + step];
  if (row === undefined || other === undefined) return null;
  return rows.map((one) => (one.id === id ? other : one.id === other.id ? row : one));
}
