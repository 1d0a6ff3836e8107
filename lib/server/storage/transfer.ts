import { createHash } from "node:crypto";
import { AppError, isAppError, type ErrorKey } from "@/lib/shared/errors";
import { isWithin, joinVirtualPath, nameOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { ignoreNotEmpty, nullIfMissing } from "./expected-errors";
import { freeNames } from "./free-names";
import { joinPlace } from "./scope";
import { noteTransfer } from "./note-transfer";
import type { Conflict, Entry, Storage, TreeConflict, TreeOptions, TreeResult } from "./storage";
import { isMovable, ownPlace, pinEnds } from "./transfer-source";
import { createTreeReport } from "./tree-report";
import { verifyContent } from "./verify-content";
import { keepIfDone, watchRecords } from "./watch-records";

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

/** Both put the entry itself under the name and ask whether they may; taken names go by the policy, as in `write`. Null: it has to go through the interface. */
export type Inside = {
  /** Throws file/exists for `fail`, with nothing done. A folder only where nothing has the name. */
  move: (from: VirtualPath, to: VirtualPath, conflict: Conflict) => Promise<VirtualPath | null>;
  /** Of a file or a link. */
  copy: (from: VirtualPath, to: VirtualPath, options: InsideCopy) => Promise<VirtualPath | null>;
};
export type InsideCopy = { conflict: Conflict; signal: AbortSignal; onBytes: (count: number) => void };

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
  const notes = noteTransfer();
  const work = new TreeTransfer(pinEnds(transfer, { own, into }), report, notes);
  try {
    const conflict = isItself && options.conflict === "skip" && top.kind === "folder" ? "fail" : options.conflict;
    const arrived = await work.bring(top, { from, toFolder, name, conflict, isTop: true, isInMade: false });
    return report.result(arrived ?? joinVirtualPath(toFolder, name));
  } finally {
    notes.tell({ ...transfer, own, into });
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
type Within = { step: Step; wanted: VirtualPath; conflict: Conflict };
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
    const to = await this.bringFile(entry, step);
    if (to === null) this.report.skip();
    else {
      this.notes.note({ from: step.from, to, isInMade: step.isInMade });
      this.report.file(step.from);
    }
    return to;
  }

  /** A folder that moves as a whole; null where it cannot, or where something has its name. */
  private async moveFolder({ from, toFolder, name, isInMade }: Step): Promise<VirtualPath | null> {
    const { inside, isMove } = this.transfer;
    if (!isMove || inside === undefined) return null;
    const to = await inside.move(from, joinVirtualPath(toFolder, name), "fail").catch((error: unknown) => {
      if (isAppError(error) && error.key === "file/exists") return null;
      throw error;
    });
    if (to === null) return null;
    this.notes.note({ from, to, isInMade });
    this.report.file(from);
    return to;
  }

  private async bringFolder(entry: Entry, step: Step): Promise<VirtualPath | null> {
    const { source, isMove, options } = this.transfer;
    const made = await this.openFolder(step);
    if (made === null) {
      this.report.skip();
      return null;
    }
    const { path: to, isNew } = made;
    if (isNew && !isMove) this.notes.note({ from: step.from, to, isInMade: step.isInMade });
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
      if (isNew) await this.dress(to, entry);
    }
    if (isNew && this.failedCount > failedBefore) await this.takeBackEmpty(to);
    // What stayed, and what somebody put there meanwhile, keeps it.
    if (isMove) await source.removeEmptyFolder(step.from).catch(ignoreNotEmpty);
    return to;
  }

  /** One that was made for what then failed, as on a full disk. */
  private async takeBackEmpty(folder: VirtualPath): Promise<void> {
    const isGone = await this.transfer.target.removeEmptyFolder(folder).then(
      () => true,
      () => false,
    );
    if (isGone) this.notes.takeBack(folder);
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

  private async bringFile(entry: Entry, step: Step): Promise<VirtualPath | null> {
    const { source, target, isMove, options } = this.transfer;
    const wanted = joinVirtualPath(step.toFolder, step.name);
    const standing = await target.entry(wanted).catch(nullIfMissing);
    const conflict = await this.settle(entry, standing, step);
    if (conflict === "skip" && standing !== null) return null;
    if (conflict === "replace" && standing !== null) await target.assertMovable(wanted);
    const within = { step, wanted, conflict: conflict === "skip" ? "fail" : conflict };
    const isReplacing = conflict === "replace" && standing !== null;
    const arrived = await (isReplacing ? this.replaceInside(entry, within) : this.bringInside(entry, within));
    if (arrived !== null) return arrived;
    const file = await source.open(step.from);
    const replaced = options.replaced === undefined ? null : watchRecords(options.replaced);
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
      const { path, sizeBytes } = await target
        .write(wanted, read.call(this), {
          conflict: conflict === "skip" ? "fail" : conflict,
          mtimeMs: entry.mtimeMs,
          ...(this.hasModes(wanted) ? { mode: entry.mode & 0o777 } : {}),
          signal: options.signal,
          ...(replaced === null ? {} : { replaced: replaced.trash }),
        })
        // A source that breaks off is a cancelled upload to whoever writes; here it is known why.
        .catch((error: unknown) => Promise.reject(options.signal.aborted || failure === null ? error : failure));
      if (replaced !== null && isReplacing) this.report.replaced(replaced.isKept());
      if (sizeBytes !== file.stat.sizeBytes) throw new AppError("file/io");
      if (isMove) {
        await verifyContent(target, { path, sha256: hash.digest("hex") });
        const now = await source.stat(step.from);
        // Written to while it was on its way: what is there now has not arrived.
        if (now.etag !== file.stat.etag) throw new AppError("file/changed");
        await source.remove(step.from, { signal: options.signal });
      }
      return path;
    } finally {
      await file.close();
    }
  }

  /** {@link bringInside} where something gives way, which is kept if it is to be. */
  private async replaceInside(entry: Entry, within: Within): Promise<VirtualPath | null> {
    const { target, options, inside } = this.transfer;
    const bring = () => this.bringInside(entry, within);
    if (options.replaced === undefined || inside === undefined) return bring();
    const { arrived, isKept } = await keepIfDone(target.trash, { path: within.wanted, trash: options.replaced }, bring);
    if (arrived !== null) this.report.replaced(isKept);
    return arrived;
  }

  private async bringInside(entry: Entry, { step, wanted, conflict }: Within): Promise<VirtualPath | null> {
    const { inside, isMove, source, options } = this.transfer;
    if (inside === undefined) return null;
    const moved = isMove ? await inside.move(step.from, wanted, conflict) : null;
    if (moved !== null) {
      this.report.bytes(entry.sizeBytes, step.from);
      return moved;
    }
    // What is verified on its way to another file system goes by the interface; a link has no content.
    if (isMove && entry.kind !== "link") return null;
    const onBytes = (count: number) => this.report.bytes(count, step.from);
    const copied = await inside.copy(step.from, wanted, { conflict, signal: options.signal, onBytes });
    if (copied !== null && isMove) await source.remove(step.from, { signal: options.signal });
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

  /** Gives a new folder the time of the one that it was made of, and its rights where both storages have some. */
  private async dress(path: VirtualPath, { mode, mtimeMs }: Entry): Promise<void> {
    const { signal } = new AbortController();
    const change = { ...(this.hasModes(path) ? { mode: mode & 0o777 } : {}), mtimeMs };
    await this.transfer.target.setAttributes(path, { change, recursive: false, signal });
  }
}
