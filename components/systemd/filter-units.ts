import type { UnitRow } from "@/lib/contracts/systemd";
import { typeOfUnit, type UnitType } from "@/lib/shared/units-of-systemd";

export const stateFilters = ["all", "active", "failed", "inactive", "enabled", "pinned"] as const;
export type StateFilter = (typeof stateFilters)[number];
export type UnitFilter = { text: string; type: UnitType | "all"; state: StateFilter };

type IsPinned = (unit: string) => boolean;
type Rows = ReadonlyMap<string, UnitRow>;

const isIn: Record<StateFilter, (row: UnitRow, isPinned: IsPinned) => boolean> = {
  all: () => true,
  active: ({ active }) => active !== "inactive" && active !== "failed",
  failed: ({ active }) => active === "failed",
  inactive: ({ active }) => active === "inactive",
  enabled: ({ file }) => file === "enabled" || file === "enabled-runtime",
  pinned: ({ id }, isPinned) => isPinned(id),
};

/** All words have to be in the name or the description. */
export function filterUnits(rows: Rows, { text, type, state }: UnitFilter, isPinned: IsPinned): Rows {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return new Map(
    [...rows].filter(
      ([, row]) =>
        (type === "all" || typeOfUnit(row.id) === type) &&
        isIn[state](row, isPinned) &&
        words.every((word) => `${row.id} ${row.description}`.toLocaleLowerCase().includes(word)),
    ),
  );
}

/** How many there are of a state, whatever else is asked for. */
export function countOf(rows: Rows, { type, state }: Pick<UnitFilter, "type" | "state">, isPinned: IsPinned): number {
  return filterUnits(rows, { text: "", type, state }, isPinned).size;
}
