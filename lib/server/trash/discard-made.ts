import { joinVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { knownFailure } from "@/lib/server/http/answer";
import { eachParallel } from "@/lib/server/storage/each-parallel";
import { madeFolder, stampOf } from "@/lib/server/storage/noted";
import { keyIn, keyOf, type KnownSet, type PathKey } from "@/lib/server/storage/note-set";
import type { StepContext, StepOutcome } from "@/lib/server/group/task-step";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { discardSteps } from "./discard-entries";
import { isStill, noteNow } from "./is-still";

const atOnce = 16;
const maxFailures = 100;

/** `stamp`: what it was when it got its name. */
export type Made = { path: VirtualPath; stamp: string | null };
type Failure = { path: string; error: string };
/** `take`: what is as it was made, each folder as one. `left`: what is not. */
type Look = { take: VirtualPath[]; left: Failure[] };
/** `below`: what was made in folders that were made as well. `isReplaced`: what had the names before comes back. */
type Discarding = { ctx: Ctx; step: StepContext; below: KnownSet; isReplaced?: boolean };
/** `isLeft`: of each that was made, whether its name is still taken by something that stays. */
type Discarded = { outcome: StepOutcome; isLeft: boolean[] };

/**
 * Puts what was made into the trash, as long as it is what it was then: whatever anybody has changed, or put there since, stays with the folders that it is in
 * and is told as a failure. What is gone leaves nothing to do.
 */
export async function discardMade(
  made: readonly Made[],
  { ctx, step, below, isReplaced = false }: Discarding,
): Promise<Discarded> {
  const looks = made.map((): Look => ({ take: [], left: [] }));
  await eachParallel(made, atOnce, async (one, index) => {
    looks[index] = await lookAt(one, { ctx, step, below }).catch((error: unknown) => {
      if (step.signal.aborted) throw error;
      return { take: [], left: [{ path: one.path, error: knownFailure(error).key }] };
    });
  });
  const outcome = { files: 0, failures: [] as Failure[], failureCount: 0 };
  const add = ({ files = 0, failures = [], failureCount = failures.length }: StepOutcome) => {
    outcome.files += files;
    outcome.failureCount += failureCount;
    for (const one of failures.slice(0, maxFailures - outcome.failures.length)) outcome.failures.push(one);
  };
  for (const { left } of looks) add({ failures: left });
  for (const part of discardSteps(
    looks.flatMap(({ take }) => take),
    ctx,
    { isReplaced },
  )) {
    if (step.signal.aborted) break;
    const { files } = outcome;
    const onProgress: StepContext["onProgress"] = (now) => step.onProgress({ ...now, files: files + now.files });
    add(await part.run({ ...step, onProgress }));
  }
  return { outcome, isLeft: looks.map(({ left }) => left.length > 0) };
}

async function lookAt({ path, stamp }: Made, { ctx: { storage }, step, below }: Discarding): Promise<Look> {
  const now = await noteNow(storage, path);
  if (now === null) return { take: [], left: [] };
  const changed = { take: [], left: [{ path, error: "file/changed" }] };
  if (now.kind !== "folder")
    return isStill({ id: null, stamp }, now, { mayDiffer: false }) ? { take: [path], left: [] } : changed;
  if (stamp !== madeFolder) return changed;
  const look: Look = { take: [], left: [] };
  if (await lookBelow(path, keyOf(path), look)) return { take: [path], left: [] };
  return look;

  /** Whether all in it is as it was made; otherwise what is can be taken one by one. */
  async function lookBelow(folder: VirtualPath, folderKey: PathKey, look: Look): Promise<boolean> {
    const { take, left } = look;
    const [takenBefore, leftBefore] = [take.length, left.length];
    const folders: { path: VirtualPath; key: PathKey }[] = [];
    for await (const page of storage.list(folder, step.signal, { withEtags: true }))
      for (const { name, kind, etag, link } of page) {
        const [path, key] = [joinVirtualPath(folder, name), keyIn(folderKey, name)];
        if (kind === "folder" && below.has(key, madeFolder)) folders.push({ path, key });
        else if (kind !== "folder" && below.has(key, stampOf({ kind, etag, text: link?.text }))) take.push(path);
        else left.push({ path, error: "file/changed" });
      }
    for (const { path, key } of folders) if (await lookBelow(path, key, look)) take.push(path);
    if (left.length > leftBefore) return false;
    // As one with the folder.
    take.length = takenBefore;
    return true;
  }
}
