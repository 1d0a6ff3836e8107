import { z } from "zod";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { describeGiven, joinChanges, type Changes } from "@/lib/server/base/describe-changes";
import { tellingOf } from "@/lib/server/base/told-fields";
import { isRecord, targetFieldOf } from "./describe-target";

type Described = {
  endpoint: Pick<Endpoint, "path" | "input">;
  input: unknown;
  /** What the service said. */
  told: { target: string | readonly string[] | null; changes: Changes };
  /** See describe-target.ts. */
  isNamed: boolean;
};

/**
 * What a call that was done did, for the audit log: what the service told, and of all else that it was given what may be told (base/told-fields.ts), so that no field
 * is forgotten. Not again what its target says, nor what nobody had to say.
 */
export function describeInput({ endpoint, input, told, isNamed }: Described): string {
  const { changes, target } = told;
  if (!isRecord(input)) return changes.text;
  const said = typeof target === "string" ? target : (target?.[0] ?? "");
  const inTarget = target === null ? [targetFieldOf(input), typeof input["to"] === "string" ? "to" : null] : [];
  const left = Object.entries(input).filter(([name, value]) => {
    const telling = tellingOf(name, endpoint.path);
    if (telling === "untold" || value === undefined || changes.of.includes(name) || inTarget.includes(name))
      return false;
    if (telling === "subject" && target !== null) return false;
    if (name === "username" && !isNamed) return false;
    return !isUsual(endpoint, name, value) && !isSaid(value, said);
  });
  return joinChanges(changes, (room) => describeGiven(Object.fromEntries(left), room, endpoint.path));
}

/** No list is longer by default. */
const mostUsual = 20;

/** As it would be had nobody sent it. */
function isUsual({ input }: Pick<Endpoint, "input">, name: string, value: unknown): boolean {
  const field: unknown = input instanceof z.ZodObject ? input.shape[name] : undefined;
  if (!(field instanceof z.ZodDefault) || (Array.isArray(value) && value.length > mostUsual)) return false;
  return JSON.stringify(field.def.defaultValue) === JSON.stringify(value);
}

/** Whether a target names it, as a whole: `web up`, `a.service (mia)`, `host:22`, `box/name`. */
function isSaid(value: unknown, target: string): boolean {
  if (typeof value !== "string" && typeof value !== "number") return false;
  const text = String(value);
  if (text === "") return false;
  const places = target.split(text).slice(0, -1);
  let end = 0;
  return places.some((before) => {
    const at = end + before.length;
    end = at + text.length;
    return !isInWord(target[at - 1]) && !isInWord(target[end]);
  });
}

const isInWord = (character: string | undefined): boolean => /[^\s/:(),·→]/u.test(character ?? " ");
