import { createHash } from "node:crypto";
import { AppError, isAppError, type ErrorKey } from "@/lib/shared/errors";
import { isWithin, joinVirtualPath, nameOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { dressFolder } from "./dress-folder";
import { falseIfNotEmpty, nullIfMissing } from "./expected-errors";
import { freeNames } from "./free-names";
import { joinPlace } from "./scope";
import { noteTransfer } from "./note-transfer";
import { madeFolder, stampOf } from "./noted";
import type { Arrived, Inside } from "./transfer-inside";
import type { Keeping } from "./keeping";
import type { Conflict, Entry, Storage, TreeConflict, TreeOptions, TreeResult } from "./storage";
import { isMovable, ownPlace, pinEnds } from "./transfer-source";
import { createTreeReport } from "./tree-report";
import { assertUnchanged, verifyContent } from "./verify-content";
import { watchRecords } from "./watch-records";

/** Where from and where to; both may be the same storage. */
export type Transfer = {
  source: Storage;
  target: Storage;
  from: VirtualPath;
  toFolder: VirtualPath;
  options: TreeOptions;
  /** A move: what has arrived, and is found to be the same, goes from where it was. */
  isMove: boolean;
  /** Where both are the same storage: what it can do with an entry by itself, links among them. */
  inside?: Inside;
};

/**
 * See {@link Storage.copy} and {@link Storage.move}: what one storage has goes to another by way of nothing but their interface, so that it works between
 * any two. Links and special files have no way across and are reported.
 */
export async function transferTree(transfer: Transfer): Promise<TreeResult> {
  const { source, target, from, toFolder, options, isMove, inside } = transfer;
  const name = options.name ?? nameOf(from);
  const report = createTreeReport(options, keyOf);
  if (isMove && !(await isMovable(source, from))) {
    report.fail(from, new AppError("file/access-denied"));
    return report.result(joinVirtualPath(toFolder, name));
  }
  const top = await source.entry(from);
  if (top.kind === "link" && inside === undefined) throw new AppError("storage/unsupported");
  const into = await target.placeOf(toFolder);
  const own = await ownPlace(source, from, top);
  if (top.kind === "folder" && isWithin(into, own)) throw new AppError("file/into-itself");
  const isItself = joinPlace(into, name) === own;
  if (isItself && isMove) return report.result(joinVirtualPath(toFolder, name));
  if (isItself && options.conflict === "replace") throw new AppError("file/into-itself");
  report.check();
  const notes = noteTransfer(isMove, { from, toFolder, own, into }, options);
  const work = new TreeTransfer(pinEnds(transfer, { own, into }), report, notes);
  try {
    const conflict = isItself && options.conflict === "skip" && top.kind === "folder" ? "fail" : options.conflict;
    const arrived = await work.bring(top, { from, toFolder, name, conflict, isTop: true, isInMade: false });
    return report.result(arrived ?? joinVirtualPath(toFolder, name));
  } finally {
    notes.tell();
  }
}

const keyOf = (error: unknown): ErrorKey => (isAppError(error) ? error.key : "internal");

type Step = {
  from: VirtualPath;
  toFolder: VirtualPath;
  name: EntryName;
  conflict: TreeConflict;
  isTop: boolean;
  /** Below a folder that this made. */
  isInMade: boolean;
};
type Within = { step: Step; wanted: VirtualPath; conflict: Conflict; keeping: Keeping };
type Settled = Exclude<TreeConflict, "ask" | "newer">;

class TreeTransfer {
  private readonly transfer: Transfer;
  private readonly report: ReturnType<typeof createTreeReport>;
  private readonly notes: ReturnType<typeof noteTransfer>;
  private failedCount = 0;

  constructor(transfer: Transfer, report: ReturnType<typeof createTreeReport>, notes: ReturnType<typeof noteTransfer>) {
    this.transfer = transfer;
    this.report = report;
    this.notes = notes;
  }

  /** Where an entry arrived, with all below it; null: it was skipped. */
  async bring(entry: Entry, step: Step): Promise<VirtualPath | null> {
    this.report.check();
    if (entry.kind === "folder") return (await this.moveFolder(step)) ?? this.bringFolder(entry, step);
    if (entry.kind === "special") throw new AppError("file/special");
    if (entry.kind === "link" && this.transfer.inside === undefined) throw new AppError("storage/unsupported");
    const arrived = await this.bringFile(entry, step);
    if (arrived === null) this.report.skip();
    else await this.arrived(arrived, step);
    return arrived?.path ?? null;
  }

  private arrived({ path, noted, was }: Arrived, { from, isInMade }: Step): Promise<void> | undefined {
    this.report.file(from);
    return this.notes.note({ from, to: path, noted, was, isInMade });
  }

  /** A folder that moves as a whole; null where it cannot, or where something has its name. */
  private async moveFolder(step: Step): Promise<VirtualPath | null> {
    const { inside, isMove } = this.transfer;
    const { from, toFolder, name } = step;
    if (!isMove || inside === undefined) return null;
    const arrived = await inside
      .move(from, joinVirtualPath(toFolder, name), { conflict: "fail", replaced: null })
      .catch((error: unknown) => {
        if (isAppError(error) && error.key === "file/exists") return null;
        throw error;
      });
    if (arrived === null) return null;
    await this.arrived(arrived, step);
    return arrived.path;
  }

  private async bringFolder(entry: Entry, step: Step): Promise<VirtualPath | null> {
    const { source, isMove, options } = this.transfer;
    const made = await this.openFolder(step);
    if (made === null) {
      this.report.skip();
      return null;
    }
    const { path: to, isNew } = made;
    if (isNew && !isMove) await this.notes.note({ ...step, to, noted: { id: null, stamp: madeFolder } });
    const like = isMove ? await source.folderTraits(step.from).catch(() => null) : null;
    const failedBefore = this.failedCount;
    const children: Entry[] = [];
    for await (const page of source.list(step.from, options.signal)) children.push(...page);
    const { conflict } = options;
    try {
      for (const child of children) {
        const from = joinVirtualPath(step.from, child.name);
        const isInMade = step.isInMade || isNew;
        const below = { from, toFolder: to, name: child.name, conflict, isTop: false, isInMade };
        await this.bring(child, below).catch((error: unknown) => this.failed(from, error));
      }
    } finally {
      // Also when it was broken off: what has come is as it was, not closed to all others. One that was there keeps what it has.
      if (isNew) await dressFolder(this.transfer.target, to, { entry, hasModes: this.hasModes(to) });
    }
    const isMade = isNew && !(this.failedCount > failedBefore && (await this.takeBackEmpty(to)));
    if (isMove) {
      // What stayed, and what somebody put there meanwhile, keeps it.
      const isGone = await source.removeEmptyFolder(step.from).then(() => true, falseIfNotEmpty);
      await this.notes.noteFolder({ from: step.from, to }, { isMade, isGone, like });
    }
    return to;
  }

  /** One that was made for what then failed, as on a full disk. Whether it is gone. */
  private async takeBackEmpty(folder: VirtualPath): Promise<boolean> {
    const isGone = await this.transfer.target.removeEmptyFolder(folder).then(
      () => true,
      () => false,
    );
    if (isGone) this.notes.takeBack(folder);
    return isGone;
  }

  private failed(path: VirtualPath, error: unknown): void {
    if (isAppError(error) && error.key === "request/cancelled") throw error;
    this.failedCount++;
    this.report.fail(path, error);
  }

  /** A folder of the name: a new one, or one to merge with. Below the top, folders of the same name are always merged. */
  private async openFolder({ toFolder, name, conflict, isTop }: Step) {
    const { target } = this.transfer;
    for (const candidate of freeNames(name)) {
      const path = joinVirtualPath(toFolder, candidate);
      // Nobody looks into what has not got its rights yet.
      const isMade = await target.createFolder(path, this.hasModes(path) ? { maxMode: 0o700 } : {}).then(
        () => true,
        (error: unknown) => {
          if (isAppError(error) && error.key === "file/exists" && !(isTop && conflict === "fail")) return false;
          throw error;
        },
      );
      if (isMade) return { path, isNew: true };
      const standing = await target.entry(path);
      if (standing.kind === "folder" && !(isTop && conflict === "rename")) return { path, isNew: false };
      if (conflict === "skip") return null;
      if (conflict === "replace") throw new AppError("file/not-folder");
      if (conflict !== "rename") throw new AppError("file/exists");
    }
    throw new AppError("file/exists");
  }

  private async bringFile(entry: Entry, step: Step): Promise<Arrived | null> {
    const { source, target, isMove, options } = this.transfer;
    const wanted = joinVirtualPath(step.toFolder, step.name);
    const standing = await target.entry(wanted).catch(nullIfMissing);
    const conflict = await this.settle(entry, standing, step);
    if (conflict === "skip" && standing !== null) return null;
    if (conflict === "replace" && standing !== null) await target.assertMovable(wanted);
    const trash = options.replaced ?? null;
    const replaced = trash === null ? null : watchRecords(trash);
    const keeping = { replaced: replaced?.trash ?? null };
    const within = { step, wanted, conflict: conflict === "skip" ? "fail" : conflict, keeping };
    const arrived = await this.bringInside(entry, within);
    const isReplacing = conflict === "replace" && standing !== null;
    if (arrived !== null) {
      if (replaced !== null && isReplacing) this.report.replaced(replaced.isKept());
      return arrived;
    }
    const file = await source.open(step.from);
    try {
      const hash = createHash("sha256");
      let failure: unknown = null;
      const read = async function* read(this: TreeTransfer) {
        try {
          let left = file.stat.sizeBytes;
          for await (const chunk of file.stream() as AsyncIterable<Uint8Array>) {
            if (isMove) hash.update(chunk);
            left -= chunk.byteLength;
            this.report.bytes(chunk.byteLength, step.from);
            yield chunk;
          }
          // Said here, where what came of it is thrown away, and not when it has its name.
          if (left > 0) throw new AppError("file/io", { code: "EIO" });
        } catch (error) {
          failure = error;
          throw error;
        }
      };
      const { path, etag, sizeBytes } = await target
        .write(wanted, read.call(this), {
          conflict: conflict === "skip" ? "fail" : conflict,
          mtimeMs: entry.mtimeMs,
          ...(this.hasModes(wanted) ? { mode: entry.mode & 0o777 } : {}),
          signal: options.signal,
          ...keeping,
        })
        // A source that breaks off is a cancelled upload to whoever writes; here it is known why.
        .catch((error: unknown) => Promise.reject(options.signal.aborted || failure === null ? error : failure));
      if (replaced !== null && isReplacing) this.report.replaced(replaced.isKept());
      if (sizeBytes !== file.stat.sizeBytes) throw new AppError("file/io");
      const noted = { id: null, stamp: stampOf({ kind: "file", etag }) };
      if (!isMove) return { path, noted };
      const sha256 = hash.digest("hex");
      await verifyContent(target, { path, sha256 });
      if (file.disk !== null && !(await file.disk.isUntouched()))
        await assertUnchanged(source, { path: step.from, sha256 });
      // While it is open, no other file has its number.
      const was = await source.removeMoved(step.from, stampOf({ kind: "file", etag: file.stat.etag }));
      return { path, noted, was };
    } finally {
      await file.close();
    }
  }

  private async bringInside(entry: Entry, { step, wanted, conflict, keeping }: Within): Promise<Arrived | null> {
    const { inside, isMove, source, options } = this.transfer;
    if (inside === undefined) return null;
    const moved = isMove ? await inside.move(step.from, wanted, { conflict, ...keeping }) : null;
    if (moved !== null) {
      this.report.bytes(entry.sizeBytes, step.from);
      return moved;
    }
    // What is verified on its way to another file system goes by the interface; a link has no content.
    if (isMove && entry.kind !== "link") return null;
    const onBytes = (count: number) => this.report.bytes(count, step.from);
    const copied = await inside.copy(step.from, wanted, { conflict, signal: options.signal, onBytes, ...keeping });
    if (copied !== null && isMove) await source.removeMoved(step.from, copied.noted.stamp);
    return copied;
  }

  /** The policy for one name: the one that was given, or the answer when the name is taken. */
  private async settle(arriving: Entry, standing: Entry | null, { from, toFolder, conflict }: Step): Promise<Settled> {
    if (conflict !== "ask" && conflict !== "newer") return conflict;
    // Taken in the meantime it fails, which overwrites nothing.
    if (standing === null) return "fail";
    const { onClash } = this.transfer.options;
    const answer =
      conflict === "newer"
        ? "newer"
        : ((await onClash?.({ path: from, folder: toFolder, arriving, standing })) ?? "fail");
    if (answer !== "newer") return answer;
    if (standing.kind === "folder") return "fail";
    return arriving.mtimeMs > standing.mtimeMs ? "replace" : "skip";
  }

  private hasModes(path: VirtualPath): boolean {
    const { source, target, from } = this.transfer;
    return source.can(from, "modes") && target.can(path, "modes");
  }
}
