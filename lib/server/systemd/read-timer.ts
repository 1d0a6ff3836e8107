import type { UnitTimer } from "@/lib/contracts/systemd";
import { ask } from "./ask-systemctl";
import type { Properties } from "./parse-show";
import { parseTimers } from "./unit-rows";

/** When a timer runs, what it starts, and when it did last. Of one that is not loaded, or a template, what its properties say. */
export async function readTimer(unit: string, scope: string, found: Properties): Promise<UnitTimer> {
  const timers = parseTimers(await ask(scope, ["list-timers", "--all", "--output=json", "--", unit]));
  const times = timers.get(unit);
  return {
    schedules: schedulesOf(found),
    next: times?.next ?? null,
    last: times?.last ?? null,
    starts: found.get("Unit") ?? "",
  };
}

const most = 20;

/**
 * As the file has them, such as `OnCalendar=*-*-* 04:00:00`. systemctl writes each as `{ OnCalendar=… ; next_elapse=… }`, and spans of time by the names that
 * they have inside systemd: `OnBootUSec` for `OnBootSec`.
 */
export function schedulesOf(found: Properties): string[] {
  const lines = [found.get("TimersCalendar"), found.get("TimersMonotonic")].flatMap((text) => text?.split("\n") ?? []);
  return lines
    .flatMap((line) => /^\{ (\w+=.*?) ; next_elapse=/.exec(line)?.[1] ?? [])
    .map((schedule) => schedule.replace(/^(\w+)USec=/, "$1Sec="))
    .slice(0, most);
}
