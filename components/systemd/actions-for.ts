import type { UnitRow } from "@/lib/contracts/systemd";
import type { UnitAction } from "@/lib/shared/units-of-systemd";

type Row = Pick<UnitRow, "active" | "file" | "load" | "can_start" | "can_stop" | "can_reload">;

/** What makes sense for a unit as it is, in the order of its menu. */
export function actionsFor({ active, file, load, can_start, can_stop, can_reload }: Row): readonly UnitAction[] {
  if (file === "masked" || load === "masked") return ["unmask"];
  const runs = active === "active" || active === "activating" || active === "reloading";
  const isEnabled = file.startsWith("enabled");
  return [
    ...(!runs && can_start ? (["start"] as const) : []),
    ...(runs && can_stop ? (["stop"] as const) : []),
    ...(runs && can_start && can_stop ? (["restart"] as const) : []),
    ...(runs && can_reload ? (["reload"] as const) : []),
    ...(active === "failed" ? (["reset-failed"] as const) : []),
    ...(file === "disabled" ? (runs || !can_start ? (["enable"] as const) : (["enable", "enable-now"] as const)) : []),
    ...(isEnabled ? (runs ? (["disable", "disable-now"] as const) : (["disable"] as const)) : []),
    ...(file === "" || file === "generated" || file === "transient" || file === "alias" ? [] : (["mask"] as const)),
  ];
}

const asking = ["stop", "restart", "disable-now", "mask"] as const;
type Asking = (typeof asking)[number];

/** Whether others lose something by it. */
export function asksFirst(action: UnitAction): action is Asking {
  return asking.some((one) => one === action);
}

export function isStopping(action: UnitAction): boolean {
  return action === "stop" || action === "restart" || action === "disable-now";
}

/** A mask is a link where the file of this one lies: systemd puts none over it. */
export function isInItsPlace({ is_own: isOwn, file }: Pick<UnitRow, "is_own" | "file">): boolean {
  return isOwn || file === "linked";
}
