import type { z } from "zod";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { TaskStep } from "./task-step";

/**
 * `back` first, then `replaced`: what had to give way. `count`: how many entries it is about. `names`: their paths, or the first of them, for the audit log; left out
 * where `stepsFor` has said them there.
 */
export type UndoSteps = {
  count: number;
  back: readonly TaskStep[];
  replaced: readonly TaskStep[];
  names?: readonly string[];
};

/** One way of undoing: `facts.undone` of the task that undoes is its name. */
export type UndoKind = {
  kind: string;
  /** Throws where what is stored is not of this kind. */
  stepsFor: (stored: unknown, ctx: Ctx) => Promise<UndoSteps>;
};

type Definition<T> = {
  kind: string;
  /** What `recordUndo` keeps of it. */
  schema: z.ZodType<T>;
  stepsFor: (what: T, ctx: Ctx) => Promise<UndoSteps>;
};

export function defineUndo<T>({ kind, schema, stepsFor }: Definition<T>): UndoKind {
  return { kind, stepsFor: async (stored, ctx) => stepsFor(schema.parse(stored), ctx) };
}
