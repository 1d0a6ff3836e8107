import type { BigIntStats } from "node:fs";
import { AppError } from "@/lib/shared/errors";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import type { Keeping } from "@/lib/server/storage/keeping";
import { sizeStampOf } from "@/lib/server/storage/trash-storage";
import { bornMsOf, fileIdOf } from "@/lib/server/storage/local/sys/file-id";
import { joinPlace } from "@/lib/server/storage/scope";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { childPath } from "@/lib/server/storage/local/sys/fs-path";
import { namesInTurn } from "@/lib/server/storage/local/journal/names-in-turn";
import type { RelativeName } from "@/lib/server/storage/local/journal/place-entry";
import { letGo, putAside, takeBack, type Way } from "@/lib/server/storage/local/journal/put-aside";
import type { Handle, Resolver } from "@/lib/server/storage/local/resolve/resolver";
import { isNoAnswer } from "@/lib/server/storage/local/sys/slow-mounts";
import { sys } from "@/lib/server/storage/local/sys/sys";
import type { TreeReport } from "@/lib/server/storage/tree-report";
import type { TreeItem } from "@/lib/server/storage/local/walk/tree-walk";
import { createTrashTargets, type TrashTarget } from "./trash-targets";

/** `item`: null for bytes from elsewhere. `leaves`: the name that a moved entry gives up. */
type Arrival = {
  item: Pick<TreeItem, "folder" | "name" | "stats"> | null;
  to: Handle;
  name: EntryName;
  leaves?: RelativeName;
};
/** How something gets a name, once it is whole. */
export type Giving<T> = {
  /** Looks at what is to give way, null where nothing has the name, and throws where it may not; once more where another has come. */
  meet?: (standing: BigIntStats | null) => Promise<void>;
  /** Where nothing has the name: EEXIST otherwise. */
  free: () => Promise<T>;
  /** In the place of what has it. */
  over: () => Promise<T>;
};
/** `was`: what gave way. */
type Given<T> = { done: T; was: BigIntStats | null };
/** Gives a name to what has come. What has it at that moment goes to the trash first, and comes back should that fail. */
export type Replacing = <T>(arrival: Arrival, giving: Giving<T>) => Promise<Given<T>>;
export type Keeper = { replacing: Replacing; close(): Promise<void> };

type KeeperInput = {
  resolver: Resolver;
  /** The folder of the whole operation, at the virtual path `toFolder`. */
  into: Handle;
  toFolder: VirtualPath;
  options: Partial<Keeping>;
  report: Pick<TreeReport, "replaced">;
  /** Whether what is replaced may give up its name before the other one takes it, where the disk has no hard links. */
  mayMove: boolean;
};

/** So often another is met at the name that was just looked at. */
const mostMeetings = 10;

/** See {@link ReplacedTrash}. Without one nothing is kept or counted. */
export function createKeeper({ options, ...input }: KeeperInput): Keeper {
  const trash = options.replaced ?? null;
  const targets = trash === null ? null : createTrashTargets(trash, input);
  return {
    async replacing(arrival, giving) {
      const { to, name, leaves } = arrival;
      const names = [{ fd: to.fd, name }, ...(leaves === undefined ? [] : [leaves])];
      const { change, ...given } = await namesInTurn(names, async () => {
        const now = await giveName(arrival, giving, keepInTrash);
        return { ...now, change: now.was === null ? null : await changeOf(arrival, now.was) };
      });
      // With the names free again: it may wait for others, but has its place before them.
      if (change !== null) await trash?.onReplaced?.(change);
      return given;
    },
    close: async () => targets?.close(),
  };

  async function changeOf({ to, name }: Arrival, was: BigIntStats) {
    if (trash?.onReplaced === undefined) return null;
    const is = await sys.lstatBigIfAny(childPath(to.fd, name));
    if (is === null) return null;
    const now = { is: fileIdOf(is), stamp: sizeStampOf(is), bornMs: bornMsOf(is) };
    return { origin: joinPlace(to.real, name), was: fileIdOf(was), ...now };
  }

  async function keepInTrash({ to, name }: Arrival, standing: BigIntStats): Promise<Kept> {
    if (trash === null || targets === null) return notKept;
    // What is kept as a courtesy keeps nobody from writing.
    const orNothing = (error: unknown) => {
      if (trash.isWanted === undefined) throw error;
      return null;
    };
    const target = await targets.open({ to, name }, standing).catch(orNothing);
    if (target === null) return { ...notKept, settle: () => input.report.replaced(false) };
    const from = { fd: to.fd, name };
    try {
      const way = (await putAside(from, target, input.mayMove).catch(orNothing)) ?? "none";
      return keptAs({ from, target, way, report: input.report });
    } catch (error) {
      await target.close();
      throw error;
    }
  }
}

/** What was put aside until the other has the name: settled, taken back, or let go where it was another, then closed. */
type Kept = {
  way: Way;
  /** False where the name was another's already when it was put aside. */
  holds: (standing: BigIntStats) => Promise<boolean>;
  settle: () => void;
  takeBack: () => Promise<void>;
  letGo: () => Promise<void>;
  close: () => Promise<void>;
};

const nothing = async () => {};
const notKept: Kept = {
  way: "none",
  holds: async () => true,
  settle: () => {},
  takeBack: nothing,
  letGo: nothing,
  close: nothing,
};

type Aside = { from: RelativeName; target: TrashTarget; way: Way; report: KeeperInput["report"] };

const keptAs = ({ from, target, way, report }: Aside): Kept => ({
  way,
  holds: async (standing) => way === "none" || hasStill(target, standing),
  settle: () => report.replaced(way !== "none"),
  takeBack: () => takeBack(from, target, way),
  letGo: () => (way === "linked" ? letGo(target) : takeBack(from, target, way)),
  close: () => target.close(),
});

type Keep = (arrival: Arrival, standing: BigIntStats) => Promise<Kept>;

/**
 * For whoever has the turn of the name. Other programs have none: what has the name is looked at again just before it gives way, and where it is another by then, that
 * one is kept in its stead.
 */
async function giveName<T>(arrival: Arrival, giving: Giving<T>, keep: Keep): Promise<Given<T>> {
  const path = childPath(arrival.to.fd, arrival.name);
  let moved: BigIntStats | null = null;
  for (let met = 1; ; met++) {
    const standing = await sys.lstatBigIfAny(path);
    await giving.meet?.(standing);
    if (standing === null) {
      const done = await giveFree(giving);
      if (done !== null) return { done: done.value, was: moved };
    } else if (standing.isDirectory() || (await isSameFile(arrival, standing))) {
      // A folder is never replaced: the work says so. And what comes may be the same file under another name.
      return { done: await giving.over(), was: null };
    } else {
      const outcome = await giveOver(arrival, giving, { standing, keep });
      if (outcome === "moved") moved = standing;
      else if (outcome !== "other") return { done: outcome.value, was: standing };
    }
    if (met === mostMeetings) throw new AppError("file/changed");
  }
}

type Over = { standing: BigIntStats; keep: Keep };

/** `other`: another has the name by now. `moved`: what had it is in the trash, and another has come before what was to have it. */
async function giveOver<T>(
  arrival: Arrival,
  giving: Giving<T>,
  { standing, keep }: Over,
): Promise<{ value: T } | "other" | "moved"> {
  const kept = await keep(arrival, standing);
  try {
    const from = { fd: arrival.to.fd, name: arrival.name };
    if (!(await kept.holds(standing)) || (kept.way !== "moved" && !(await hasStill(from, standing)))) {
      await kept.letGo();
      return "other";
    }
    const done = kept.way === "moved" ? await giveFree(giving) : { value: await giving.over() };
    kept.settle();
    return done ?? "moved";
  } catch (error) {
    // What has not answered may still go through.
    if (!isNoAnswer(error)) await kept.takeBack();
    throw error;
  } finally {
    await kept.close();
  }
}

/** Null: something has the name. */
async function giveFree<T>({ free }: Giving<T>): Promise<{ value: T } | null> {
  try {
    return { value: await free() };
  } catch (error) {
    if (isErrno(error, "EEXIST")) return null;
    throw error;
  }
}

async function hasStill({ fd, name }: RelativeName, standing: BigIntStats): Promise<boolean> {
  const now = await sys.lstatBigIfAny(childPath(fd, name));
  return now !== null && isSame(now, standing);
}

async function isSameFile({ item }: Arrival, standing: BigIntStats): Promise<boolean> {
  if (item === null || item.stats.nlink < 2 || item.stats.ino !== Number(standing.ino)) return false;
  // None where the source of a copy has gone since its bytes were read.
  return hasStill({ fd: item.folder.fd, name: item.name }, standing);
}

const isSame = (one: BigIntStats, other: BigIntStats) => one.dev === other.dev && one.ino === other.ino;
