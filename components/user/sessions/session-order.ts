import type { GridSort } from "@/components/ui/grid/grid-order";
import type { SessionSort } from "@/lib/contracts/sessions";

export type SessionOrder = { column: SessionSort; direction: GridSort["direction"] };

const columns: readonly string[] = ["user", "started", "seen"] satisfies SessionSort[];
export const newestFirst: SessionOrder = { column: "started", direction: "down" };

function isColumn(text: string | undefined): text is SessionSort {
  return text !== undefined && columns.includes(text);
}

/** As it stands in the address; newest first where nothing or nonsense does. */
export function parseOrder(text: string | null): SessionOrder {
  const [column, direction] = text?.split("-") ?? [];
  if (!isColumn(column) || (direction !== "up" && direction !== "down")) return newestFirst;
  return { column, direction };
}

/** For the address; nothing for the order that it has anyway. */
export function writeOrder({ column, direction }: GridSort): { sort?: string } {
  if (column === newestFirst.column && direction === newestFirst.direction) return {};
  return { sort: `${column}-${direction}` };
}
