import type { UndoKind } from "@/lib/server/group/define-undo";

const kinds = new Map<string, UndoKind>();

/** At start, with those of every group. */
export function setUndoKinds(all: readonly UndoKind[]): void {
  kinds.clear();
  for (const kind of all) kinds.set(kind.kind, kind);
}

export function findUndoKind(kind: string): UndoKind | undefined {
  return kinds.get(kind);
}
