import { isWithin } from "@/lib/shared/paths";
import { isStrictlyBelow, normalizePlace } from "./scope";

/** `/a/b` means that path, `/a/b/*` its children, `/a/b/**` everything below it. */
export type ProtectedPattern = { base: string; reach: "self" | "children" | "below" };

/** A pattern from configuration, or null when it is no place id. */
export function parseProtected(text: string): ProtectedPattern | null {
  const reach = text.endsWith("/**") ? "below" : text.endsWith("/*") ? "children" : "self";
  const stem = text.replace(/\/\*{1,2}$/, "");
  const base = normalizePlace(stem === "" && text !== "" ? "/" : stem);
  return base === null ? null : { base, reach };
}

/** Whether the path itself must not be deleted, moved, renamed or overwritten by a move. */
export function isProtected(path: string, patterns: readonly ProtectedPattern[]): boolean {
  return patterns.some(({ base, reach }) => {
    if (reach === "self") return path === base;
    if (!isStrictlyBelow(path, base)) return false;
    return reach === "below" || !path.slice(base === "/" ? 1 : base.length + 1).includes("/");
  });
}

/** Whether removing or moving the path would take a protected one with it. */
export function holdsProtected(path: string, patterns: readonly ProtectedPattern[]): boolean {
  return patterns.some(({ base, reach }) => (reach === "self" ? isStrictlyBelow(base, path) : isWithin(base, path)));
}
