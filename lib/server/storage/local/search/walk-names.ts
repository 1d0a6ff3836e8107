import fs, { type Dirent } from "node:fs";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import type { SearchBatch, SearchHit, SearchQuery } from "@/lib/server/storage/search";
import type { EntryKind } from "@/lib/server/storage/storage";
import { entryOf, findEntry } from "@/lib/server/storage/local/entries";
import { isErrno } from "@/lib/server/storage/local/errno";
import { fromLatin1, joinHost, toFsPath } from "@/lib/server/storage/local/fs-path";
import { makePolicy, type Policy, type PolicyInput } from "@/lib/server/storage/local/policy";
import { openFlags } from "@/lib/server/storage/local/sys";
import { addIgnoreRules, isIgnored, type IgnoreRules } from "./ignore-rules";
import { makeNameMatcher, type NameMatcher } from "./name-matcher";
import { pseudoMountsBelow } from "./pseudo-mounts";
import { passesByName, passesByStat } from "./search-filter";
import { isHiddenFromSearch, newTotals, noteUnreadable } from "./search-totals";

/** `real` is the host path of the folder that `path` leads to. */
export type WalkJob = { policy: PolicyInput; start: { real: string; path: VirtualPath }; query: SearchQuery };

/** What both threads see, each an index of an Int32Array: whether to stop, whether a pattern is at work, and its progress. */
export const sharedFlags = { stop: 0, isMatching: 1, beat: 2 } as const;

/** `below` begins with a slash, or is empty: the same on the disk and in virtual paths. */
type Waiting = { below: string; isUniform: boolean; rules: IgnoreRules | null };

const batchHits = 200;
const batchMs = 30;
/** So many names are looked at between two looks at the clock. */
const stride = 512;

/**
 * Looks for names below a folder, the nearest first, links not followed. Meant for a thread of its own: it calls the disk
 * synchronously, 1 to 2 µs per entry. Each folder is opened by its path and then asked where it is: one that somebody swapped for a
 * link meanwhile is passed over. Sends at least every few hundred hits or entries.
 */
export async function walkNames(job: WalkJob, shared: Int32Array, send: (batch: SearchBatch) => void): Promise<void> {
  const walk = new NameWalk(job, await makePolicy(job.policy), shared, send);
  await walk.run();
}

class NameWalk {
  // The process's descriptors by the name of this thread: threads that use the same name wait for each other in the kernel.
  private readonly descriptors = `/proc/${fs.readlinkSync("/proc/thread-self")}/fd`;
  private readonly matcher: NameMatcher;
  private readonly skipped: ReadonlySet<string>;
  private readonly totals = newTotals();
  private readonly endsAtMs: number;
  private readonly waiting: (Waiting | null)[];
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
    let fd = -1;
    try {
      fd = fs.openSync(toFsPath(real), openFlags.folderPlaceNoFollow);
      const place = `${this.descriptors}/${fd}`;
      if (fromLatin1(fs.readlinkSync(place, "latin1")) !== real) return; // moved, or a link took its place
      if (!folder.isUniform && this.policy.access(real) === "none") return;
      const entries = fs.readdirSync(place, { withFileTypes: true, encoding: "latin1" });
      this.totals.folders++;
      await this.lookAt(folder, { fd, real, place }, entries);
    } catch (error) {
      if (isErrno(error, "ENOENT", "ENOTDIR", "ELOOP")) return; // gone meanwhile
      noteUnreadable(this.totals, this.job.start.path + folder.below);
    } finally {
      if (fd >= 0) fs.closeSync(fd);
    }
  }

  private async lookAt(
    folder: Waiting,
    { fd, real, place }: { fd: number; real: string; place: string },
    entries: readonly Dirent[],
  ): Promise<void> {
    const { withHidden, withIgnoreRules, filter } = this.job.query;
    const isUniform = folder.isUniform || this.policy.isUniformBelow(real);
    const rules =
      withIgnoreRules && this.isAllowed(real, ".gitignore")
        ? addIgnoreRules(folder.rules, `${place}/.gitignore`, folder.below)
        : null;
    this.totals.entries += entries.length;
    if (this.matcher.isPattern) this.shared[sharedFlags.isMatching] = 1;
    const links: EntryName[] = [];
    for (let index = 0; index < entries.length; index++) {
      if (index % stride === stride - 1 && this.isOver()) break;
      const entry = entries[index] as Dirent; // index < length
      const name = fromLatin1(entry.name) as EntryName; // the disk has no others
      if (isHiddenFromSearch(name, withHidden) || (!isUniform && !this.isAllowed(real, name))) continue;
      const kind = kindOfDirent(entry);
      if (withIgnoreRules && (name === ".git" || isIgnored(rules, `${folder.below}/${name}`, kind === "folder")))
        continue;
      if (kind === "folder" && (this.skipped.size === 0 || !this.skipped.has(joinHost(real, name))))
        this.waiting.push({ below: `${folder.below}/${name}`, isUniform, rules });
      if (this.matcher.isPattern) this.shared[sharedFlags.beat] = (this.shared[sharedFlags.beat] ?? 0) + 1;
      if (!passesByName(filter, name, kind)) continue;
      if (!this.matcher.matches(this.matcher.isForPath ? `${folder.below}/${name}`.slice(1) : name)) continue;
      if (kind === "link") links.push(name);
      else
        this.take(
          `${folder.below}/${name}`,
          name,
          fs.lstatSync(toFsPath(`${place}/${name}`), { throwIfNoEntry: false }),
        );
      if (this.totals.cut !== null) break;
    }
    this.shared[sharedFlags.isMatching] = 0;
    for (const name of links) {
      const entry = this.totals.cut === null ? await findEntry(this.policy, { fd, real }, name) : null;
      if (entry !== null && passesByStat(filter, entry))
        this.add({ path: this.pathOf(`${folder.below}/${name}`), entry, ranges: this.matcher.rangesIn(name) });
    }
  }

  private take(below: string, name: EntryName, stats: fs.Stats | undefined): void {
    if (stats === undefined) return;
    const entry = entryOf(name, stats);
    if (passesByStat(this.job.query.filter, entry))
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

  private isAllowed(real: string, name: string): boolean {
    return this.policy.access(joinHost(real, name)) !== "none";
  }

  private pathOf(below: string): VirtualPath {
    return `${this.job.start.path}${below}` as VirtualPath; // a path and names that were checked
  }
}

function kindOfDirent(entry: Dirent): EntryKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "special";
}
