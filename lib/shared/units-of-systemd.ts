/** What can be done with a unit, as systemctl(1) calls it; `enable-now` and `disable-now` start and stop it as well. */
export const unitActions = [
  "start",
  "stop",
  "restart",
  "reload",
  "enable",
  "enable-now",
  "disable",
  "disable-now",
  "mask",
  "unmask",
  "reset-failed",
] as const;
export type UnitAction = (typeof unitActions)[number];

/** What is done with a unit that has just been made. */
export const unitBegins = ["nothing", "start", "enable", "enable-now"] as const;
export type UnitBegin = (typeof unitBegins)[number];

/** Of syslog(3), the gravest first: their numbers are their places. */
export const journalPriorities = ["emerg", "alert", "crit", "err", "warning", "notice", "info", "debug"] as const;
export type JournalPriority = (typeof journalPriorities)[number];

export const unitTypes = [
  "service",
  "timer",
  "socket",
  "target",
  "mount",
  "path",
  "slice",
  "scope",
  "automount",
  "swap",
  "device",
] as const;
export type UnitType = (typeof unitTypes)[number];

/** By the end of its name. */
export function typeOfUnit(name: string): UnitType | null {
  const end = name.slice(name.lastIndexOf(".") + 1);
  return unitTypes.find((type) => type === end) ?? null;
}

/** What somebody means who types the name of a unit, as systemctl has it: without an ending, a service. Null: no unit has such a name. */
export function fullUnitName(typed: string): string | null {
  const name = typeOfUnit(typed) === null ? `${typed}.service` : typed;
  return /^[A-Za-z0-9:_.\\@-]+$/.test(name) && typed !== "" && name.length <= 255 ? name : null;
}

/** Of which instances are started, such as `getty@.service`. */
export function isTemplate(unit: string): boolean {
  return /@\.[a-z]+$/.test(unit);
}

/**
 * The instance of a template with this name. What cannot stand in the name of a unit is escaped as systemd.unit(5) has it, and `/` becomes `-`; what can is
 * left as it was typed, as systemctl(1) does.
 */
export function instanceOf(template: string, name: string): string {
  const escaped = name
    .replaceAll("/", "-")
    .replace(/[^A-Za-z0-9:_.\\-]/gu, (char) =>
      [...new TextEncoder().encode(char)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join(""),
    );
  return template.replace(/@\.([a-z]+)$/, (_, end: string) => `@${escaped}.${end}`);
}

/** The template that a unit is an instance of; null: none. */
export function templateOf(unit: string): string | null {
  const [, before, end] = /^([^@]+)@.+\.([a-z]+)$/.exec(unit) ?? [];
  return before === undefined || end === undefined ? null : `${before}@.${end}`;
}
