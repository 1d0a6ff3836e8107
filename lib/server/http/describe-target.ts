import { withoutSecrets } from "@/lib/shared/without-secrets";
import { auditRoom, fitLines, fitList, fitPair, fitText } from "@/lib/server/base/fit-text";

/** Of one call. What was refused did nothing to any of what it names. */
const maxLines = { done: 500, refused: 10 };

/** Of the target of many, in lines that tell of several: each of these needs its room. */
const maxSharedTo = 200;

type Described = {
  /** What the service said; null: nothing. */
  told: string | readonly string[] | null;
  input: unknown;
  /** Whether somebody vouches for who calls: a name in the input may be anybody's. */
  isNamed: boolean;
  isDone: boolean;
  /** Lines that its caller has left: of a call with more targets several are told in one, and of those that have no room their number. */
  room: number;
};

/** What a call was about, for as many lines of the audit log: whoever calls for many things at once hides none of them behind the others. One at least. */
export function describeTargets({ told, input, isNamed, isDone, room }: Described): string[] {
  const most = Math.min(isDone ? maxLines.done : maxLines.refused, room);
  if (typeof told === "string") return [told];
  if (told !== null) return orNone(fitLines(told, most));
  const fields = isNamed ? input : withoutName(input);
  const [targets, to] = [targetsOf(fields), field(fields, "to")];
  if (typeof to !== "string") return orNone(fitLines(targets, most));
  if (targets.length <= most) return orNone([...targets]).map((target) => fitPair(target, to));
  const end = ` → ${fitText(to, maxSharedTo)}`;
  return fitLines(targets, most, auditRoom.target - end.length).map((line) => `${line}${end}`);
}

const orNone = (lines: string[]) => (lines.length === 0 ? [""] : lines);

const targetFields = ["urls", "path", "files", "file", "id", "link", "username", "name", "paths"];

/** The first of these fields that the input has: what the call is about. Never a secret: those are not listed. */
export function targetFieldOf(input: unknown): string | null {
  const isTarget = (value: unknown) => typeof value === "string" || texts(value) !== null;
  return targetFields.find((name) => isTarget(field(input, name))) ?? null;
}

function targetsOf(input: unknown): readonly string[] {
  const name = targetFieldOf(input);
  const value = name === null ? [] : field(input, name);
  const many = texts(value) ?? [String(value)];
  if (name === "urls") return many.map(withoutSecrets);
  // Paths are the whole of a list that is set; what came and went is told of it.
  return name === "paths" ? [fitList(many, auditRoom.target)] : many;
}

function withoutName(input: unknown): unknown {
  return isRecord(input) ? { ...input, username: null } : input;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function texts(value: unknown): readonly string[] | null {
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : null;
}

function field(input: unknown, name: string): unknown {
  return isRecord(input) ? input[name] : undefined;
}
