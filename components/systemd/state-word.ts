import type { UnitRow } from "@/lib/contracts/systemd";
import { typeOfUnit } from "@/lib/shared/units-of-systemd";

/** The words for what a unit does, below `systemd.active`. */
export const stateWords = [
  "active",
  "activating",
  "deactivating",
  "reloading",
  "inactive",
  "failed",
  "maintenance",
  "exited",
  "on",
  "off",
  "mounted",
  "unmounted",
  "waiting",
  "listening",
] as const;
export type StateWord = (typeof stateWords)[number];

const words: Record<string, StateWord> = {
  /** It has done what it is for, and counts as active: `active (exited)`. */
  exited: "exited",
  mounted: "mounted",
  waiting: "waiting",
  listening: "listening",
};

/** Nothing runs of a target, a slice, or a mount: it is there, or is not. Null: systemd has a state that nobody knew. */
export function stateWordOf({ id, active, sub }: Pick<UnitRow, "id" | "active" | "sub">): StateWord | null {
  const type = typeOfUnit(id);
  const runs = type === "service" || type === "scope";
  if (active === "active") return words[sub] ?? (runs || sub === "running" ? "active" : "on");
  if (active === "inactive" && !runs) return type === "mount" ? "unmounted" : "off";
  return stateWords.find((word) => word === active) ?? null;
}
