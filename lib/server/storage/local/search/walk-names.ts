import fs from "node:fs";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import type { SearchBatch, SearchHit, SearchQuery } from "@/lib/server/storage/search";
import type { EntryKind } from "@/lib/server/storage/storage";
import { entryOf, findEntry } from "@/lib/server/storage/local/resolve/entries";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { joinPlace } from "@/lib/server/storage/scope";
import { toFsPath } from "@/lib/server/storage/local/sys/fs-path";
import type { KnownNumbers } from "@/lib/server/storage/known-places";
import { makeFollowing } from "@/lib/server/storage/local/known/follow-moved";
import { createRecogniser } from "@/lib/server/storage/local/known/recogniser";
import type { Policy, PolicyInput } from "@/lib/server/storage/policy";
import { realDir } from "@/lib/server/storage/local/resolve/real-dirs";
import { FolderHandle } from "./folder-handle";
import { namesOf, pack, splitItem, unpack, type FolderNames } from "./folder-names";
import { addIgnoreRules, isIgnored, type IgnoreRules } from "@/lib/server/storage/matching/ignore-rules";
import type { IndexPlace } from "@/lib/server/storage/index-file";
import { NameIndex } from "./name-index";
import { makeNameMatcher, type NameMatcher } from "@/lib/server/storage/matching/name-matcher";
import { pseudoMountsBelow } from "./pseudo-mounts";
import { sharedFlags } from "./shared-flags";
import { passesByName, passesByStat } from "@/lib/server/storage/matching/search-filter";
import { isHiddenFromSearch, newTotals, noteUnreadable } from "@/lib/server/storage/matching/search-totals";

/** `real` is the host path of the folder that `path` leads to. */
export type WalkJob = {
  policy: PolicyInput;
  known: KnownNumbers;
  start: { real: string; path: VirtualPath };
  query: SearchQuery;
  index: IndexPlace | null;
};

/** `below` begins with a slash, or is empty: the same on the disk and in virtual paths. */
type Waiting = { below: string; isUniform: boolean; rules: IgnoreRules | null };

const batchHits = 200;
const batchMs = 30;
/** So many names are looked at between two looks at the clock. */
const stride = 512;
/** As `fstat` says it of a folder that is read at once: some 100,000 names. */
const wholeBytes = 3 * 1024 * 1024;
const pieceNames = 20_000;

/**
 * Looks for names below a folder, the nearest first, links not followed. Meant for a thread of its own: it calls the disk
 * synchronously, 1 to 2 µs per entry. Each folder is opened by its path and then asked where it is: one that somebody swapped for a
 * link meanwhile is passed over. Sends at least every few hundred hits or entries.
 */
export async function walkNames(job: WalkJob, shared: Int32Array, send: (batch: SearchBatch) => void): Promise<void> {
  const known = createRecogniser(() => {}, job.known); // what is met here anew is told when somebody opens it
  const walk = new NameWalk(job, await makeFollowing(job.policy, realDir, known), shared, send);
  await walk.run();
}

class NameWalk {
  // The process's descriptors by the name of this thread: threads that use the same name wait for each other in the kernel.
  private readonly descriptors = `/proc/${fs.readlinkSync("/proc/thread-self")}/fd`;
  private readonly matcher: NameMatcher;
  private readonly index: NameIndex | null;
  private readonly skipped: ReadonlySet<string>;
  private readonly totals = newTotals();
  private readonly endsAtMs: number;
  private readonly waiting: (Waiting | null)[];
  private readonly seen = new Set<string>();
  private hits: SearchHit[] = [];
  private found = 0;
  private sentAtMs = performance.now();

  private readonly job: WalkJob;
  private readonly policy: Policy;
  private readonly shared: Int32Array;
  private readonly send: (batch: SearchBatch) => void;

  constructor(job: WalkJob, policy: Policy, shared: Int32Array, send: (batch: SearchBatch) => void) {
    this.job = job;
    this.policy = policy;
    this.shared = shared;
    this.send = send;
    this.matcher = makeNameMatcher(job.query);
    this.index = NameIndex.open(job.index, job.start.real);
    this.skipped = pseudoMountsBelow(job.start.real);
    this.endsAtMs = performance.now() + job.query.maxMs;
    this.waiting = [{ below: "", isUniform: policy.isUniformBelow(job.start.real), rules: null }];
  }

  async run(): Promise<void> {
    for (let next = 0; next < this.waiting.length && !this.isOver(); next++) {
      const folder = this.waiting[next];
      this.waiting[next] = null; // done with: a million of them would stay in memory
      if (folder !== null && folder !== undefined) await this.lookInto(folder);
    }
    this.flush();
    const { withHidden, withIgnoreRules } = this.job.query;
    const isWhole = this.totals.cut === null && Atomics.load(this.shared, sharedFlags.stop) === 0;
    const knowsAll = isWhole && withHidden && !withIgnoreRules && this.policy.isUniformBelow(this.job.start.real);
    this.index?.close(knowsAll ? this.seen : null);
  }

  private isOver(): boolean {
    if (this.totals.cut !== null || Atomics.load(this.shared, sharedFlags.stop) !== 0) return true;
    const now = performance.now();
    if (now > this.endsAtMs) this.totals.cut = "time";
    if (now > this.sentAtMs + batchMs) this.flush();
    return this.totals.cut !== null;
  }

  private flush(): void {
    this.sentAtMs = performance.now();
    this.send({ hits: this.hits, totals: this.totals });
    this.hits = [];
  }

  private async lookInto(folder: Waiting): Promise<void> {
    const real = this.job.start.real === "/" && folder.below !== "" ? folder.below : this.job.start.real + folder.below;
    const handle = new FolderHandle(real, this.descriptors);
    try {
      const isKnown = this.policy.meet(fs.lstatSync(toFsPath(real)), real);
      if ((isKnown || !folder.isUniform) && this.policy.access(real) === "none") return;
      const kept = this.keptNames(real);
      if (kept === null && !this.mayOpen(handle)) return;
      this.totals.folders++;
      if (this.index !== null) this.seen.add(real);
      for (const names of kept === null ? this.readNames(handle) : [kept]) {
        await this.lookAt(folder, handle, names);
        if (this.isOver()) return;
      }
    } catch (error) {
      if (isErrno(error, "ENOENT", "ENOTDIR", "ELOOP")) return; // gone meanwhile
      noteUnreadable(this.totals, this.job.start.path + folder.below);
    } finally {
      handle.close();
    }
  }

  /** From the index, if the folder is as it was; where none of its names can be a hit, only the folders. */
  private keptNames(real: string): FolderNames | null {
    // Rules are read in the folder itself.
    if (this.index === null || this.job.query.withIgnoreRules) return null;
    const kept = this.index.find(real, this.index.stampOf(fs.lstatSync(toFsPath(real))));
    if (kept === null) return null;
    const { needle } = this.matcher;
    return unpack(needle !== null && !kept.folded.includes(needle) ? { ...kept, others: "" } : kept);
  }

  /** Large folders come in pieces, and are not kept: two million names are more than this thread may hold. */
  private *readNames(handle: FolderHandle): Generator<FolderNames, void, undefined> {
    if (fs.fstatSync(handle.fd).size > wholeBytes) {
      yield* readPieces(handle.place);
      return;
    }
    const stamp = this.index === null ? null : this.index.stampOf(fs.fstatSync(handle.fd));
    const names = namesOf(fs.readdirSync(handle.place, { withFileTypes: true, encoding: "latin1" }));
    if (stamp !== null) this.index?.put(handle.real, pack(stamp, names));
    yield names;
  }

  private async lookAt(folder: Waiting, handle: FolderHandle, { folders, others }: FolderNames): Promise<void> {
    const { real } = handle;
    const { withHidden, withIgnoreRules, filter } = this.job.query;
    const isUniform = folder.isUniform || this.policy.isUniformBelow(real);
    const rules =
      withIgnoreRules && this.isAllowed(real, ".gitignore")
        ? addIgnoreRules(folder.rules, `${handle.place}/.gitignore`, folder.below)
        : folder.rules;
    if (isUniform) this.totals.entries += folders.length + others.length;
    const found: { name: EntryName; kind: EntryKind }[] = [];
    if (this.matcher.isPattern) this.shared[sharedFlags.isMatching] = 1;
    let count = 0;
    for (const items of [folders, others]) {
      for (const item of items) {
        if (++count % stride === 0 && this.isOver()) break;
        const { kind, name } = splitItem(item);
        if (!isUniform) {
          if (!this.isAllowed(real, name)) continue;
          // Only now: how many neighbours there are is none of the actor's business.
          this.totals.entries++;
        }
        if (isHiddenFromSearch(name, withHidden)) continue;
        const below = kind === "folder" || withIgnoreRules || this.matcher.isForPath ? `${folder.below}/${name}` : "";
        if (withIgnoreRules && (name === ".git" || isIgnored(rules, below, kind === "folder"))) continue;
        if (kind === "folder" && (this.skipped.size === 0 || !this.skipped.has(joinPlace(real, name))))
          this.waiting.push({ below, isUniform, rules });
        if (this.matcher.isPattern) this.shared[sharedFlags.beat] = (this.shared[sharedFlags.beat] ?? 0) + 1;
        if (passesByName(filter, name, kind) && this.matcher.matches(this.matcher.isForPath ? below.slice(1) : name))
          found.push({ name: name as EntryName, kind }); // the disk has no others
      }
    }
    this.shared[sharedFlags.isMatching] = 0;
    for (const { name, kind } of found) {
      // The index says what there was; what is shown is there now, in a folder that is where it should be.
      if (this.totals.cut !== null || !this.mayOpen(handle)) return;
      await this.take(`${folder.below}/${name}`, handle, { name, kind });
    }
  }

  private async take(
    below: string,
    { fd, real, place }: FolderHandle,
    { name, kind }: { name: EntryName; kind: EntryKind },
  ): Promise<void> {
    const stats = kind === "link" ? undefined : fs.lstatSync(toFsPath(`${place}/${name}`), { throwIfNoEntry: false });
    const path = joinPlace(real, name);
    if (stats !== undefined && this.policy.meet(stats, path) && this.policy.access(path) === "none") return;
    const entry =
      kind === "link"
        ? await findEntry(this.policy, { fd, real }, name)
        : stats === undefined
          ? null
          : entryOf(name, stats);
    if (entry !== null && passesByStat(this.job.query.filter, entry))
      this.add({ path: this.pathOf(below), entry, ranges: this.matcher.rangesIn(name) });
  }

  private add(hit: SearchHit): void {
    if (this.found >= this.job.query.limit) {
      this.totals.cut = "limit";
      return;
    }
    this.found++;
    this.hits.push(hit);
    // The first one is shown at once.
    if (this.found === 1 || this.hits.length >= batchHits) this.flush();
  }

  /** As far as it is what its path says, and none of the places that were moved. */
  private mayOpen(handle: FolderHandle): boolean {
    if (handle.fd >= 0) return true;
    if (!handle.open()) return false;
    if (!this.policy.meet(fs.fstatSync(handle.fd), handle.real) || this.policy.access(handle.real) !== "none")
      return true;
    handle.close();
    return false;
  }

  private isAllowed(real: string, name: string): boolean {
    return this.policy.access(joinPlace(real, name)) !== "none";
  }

  private pathOf(below: string): VirtualPath {
    return `${this.job.start.path}${below}` as VirtualPath; // a path and names that were checked
  }
}

function* readPieces(place: string): Generator<FolderNames, void, undefined> {
  const folder = fs.opendirSync(place, { encoding: "latin1", bufferSize: 1_024 });
  try {
    let entries: fs.Dirent[] = [];
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      entries.push(entry);
      if (entries.length < pieceNames) continue;
      yield namesOf(entries);
      entries = [];
    }
    yield namesOf(entries);
  } finally {
    folder.closeSync();
  }
}
