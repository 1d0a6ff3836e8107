import { AppError } from "@/lib/shared/errors";
import { createCounts } from "@/lib/server/base/counts";
import { limits } from "@/lib/server/base/limits";

const { perOwnerBytes, inAllBytes, stepBytes } = limits.heldTasks;
const own = createCounts({ perNetwork: perOwnerBytes });
const all = createCounts({ perNetwork: inAllBytes });
const everybody = "";

/** What a task holds until it is over. `steps`: how many. */
export type HeldTask = { input: unknown; steps: number };

/** Throws task/too-much, request/overloaded. */
export function assertHoldable(ownerId: string, task: HeldTask): void {
  assertRoom(ownerId, weightOf(task));
}

/** {@link assertHoldable}, and holds it: call the result once, when the task is over. */
export function holdTask(ownerId: string, task: HeldTask): () => void {
  const bytes = weightOf(task);
  assertRoom(ownerId, bytes);
  return hold(ownerId, bytes);
}

/** For a task of an earlier run, which has its place already. */
export function holdAnyway(ownerId: string, task: HeldTask): () => void {
  return hold(ownerId, weightOf(task));
}

function assertRoom(ownerId: string, bytes: number): void {
  if (!own.hasRoom(ownerId, bytes)) throw new AppError("task/too-much");
  if (!all.hasRoom(everybody, bytes)) throw new AppError("request/overloaded");
}

function hold(ownerId: string, bytes: number): () => void {
  const gone = [own.enter(ownerId, bytes), all.enter(everybody, bytes)];
  return () => {
    for (const leave of gone) leave();
  };
}

/** One that the server itself has made long, such as of all that is in a trash, finds room beside a small one. */
function weightOf({ input, steps }: HeldTask): number {
  return Math.min(bytesOf(input) + steps * stepBytes, perOwnerBytes / 2);
}

/** Of the texts in it, keys among them. */
function bytesOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value !== "object" || value === null) return 0;
  if (Array.isArray(value)) return value.reduce((sum: number, one: unknown) => sum + bytesOf(one), 0);
  return Object.entries(value).reduce((sum, [key, one]) => sum + Buffer.byteLength(key) + bytesOf(one), 0);
}
