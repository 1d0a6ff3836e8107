import { AppError } from "@/lib/shared/errors";
import { joinVirtualPath, maxPathBytes, maxPathLevels, type VirtualPath } from "@/lib/shared/paths";
import { createPace } from "@/lib/server/base/next-slice";
import { eachParallel } from "@/lib/server/storage/each-parallel";
import { isOwnName } from "@/lib/server/storage/own-names";
import type { Policy } from "@/lib/server/storage/policy";
import { joinPlace } from "@/lib/server/storage/scope";
import type { SftpAttributes } from "./protocol/packet";
import type { HeldNames } from "./held-names";
import { readNames, type Named, type Names } from "./read-names";
import { kindOf } from "./sftp-entry";
import type { SftpHost } from "./sftp-host";

/** `path` on the host, `real` its place, `shown` the virtual path. */
export type TreeItem = { path: string; real: string; shown: VirtualPath; name: string; attributes: SftpAttributes };

export type TreeVisitor<C> = {
  /** Own names as well, such as unfinished files. */
  withOwn: boolean;
  parallel: number;
  /** A folder before what is in it: the context for that, or null to leave it alone. */
  enter: (folder: TreeItem, context: C) => C | null;
  leaf: (item: TreeItem, context: C) => void | Promise<void>;
  /** After what is in it. `isWhole`: nothing below failed. */
  leave: (folder: TreeItem, context: C, isWhole: boolean) => void | Promise<void>;
  failed: (item: TreeItem, error: unknown) => void;
  /** Throws to stop. */
  check: () => void;
};

/** `folders`: those that are still to be walked. What is below a folder has its paths made when its turn comes: deep ones are long. */
type Frame<C> = { item: TreeItem; context: C; folders: Named[]; held: HeldNames | null; isWhole: boolean };

const ahead = 8;
/** No honest tree comes near it; one that goes down for ever would hold a folder for each. */
const maxLevels = 2 * maxPathLevels;

/**
 * Everything below a folder, itself first, depth first, without recursion; links are leaves. What the actor may not see is passed over. A few folders are read
 * ahead, for each takes three answers' time. What is nested more deeply than {@link maxLevels}, or has a path that no system takes, fails.
 */
export async function walkTree<C>(
  { host, policy, top, context }: { host: SftpHost; policy: Policy; top: TreeItem; context: C },
  visitor: TreeVisitor<C>,
): Promise<void> {
  const { session } = host;
  const begun = new Map<Named, Promise<Names>>();
  const stack: Frame<C>[] = [];
  const read = (path: string): Promise<Names> => {
    const names = readNames(host, path);
    names.catch(() => {}); // told when its turn comes
    return names;
  };

  async function open(item: TreeItem, outer: C, known: Promise<Names> | undefined): Promise<Frame<C> | null> {
    const inner = visitor.enter(item, outer);
    if (inner === null) return null;
    const frame: Frame<C> = { item, context: inner, folders: [], held: null, isWhole: true };
    let names: Named[] = [];
    await attempt(item, frame, async () => ({ names, held: frame.held } = await (known ?? read(item.path))));
    try {
      await visitLeaves(await divide(names, frame), frame);
    } catch (error) {
      frame.held?.end();
      throw error;
    }
    return frame;
  }

  function visitLeaves(leaves: readonly Named[], frame: Frame<C>): Promise<void> {
    return eachParallel(leaves, visitor.parallel, async (leaf) => {
      visitor.check();
      const one = childOf(frame.item, leaf);
      await attempt(one, frame, async () => visitor.leaf(one, frame.context));
      frame.held?.letGo(leaf.name);
    });
  }

  /** Puts the folders into the frame, the last first, and gives the rest. */
  async function divide(names: readonly Named[], { item, folders, held }: Frame<C>): Promise<Named[]> {
    const isUniform = policy.isUniformBelow(item.real);
    const isSeen = ({ name }: Named) =>
      (visitor.withOwn || !isOwnName(name)) && (isUniform || policy.access(joinPlace(item.real, name)) !== "none");
    const leaves: Named[] = [];
    const pace = createPace();
    for (const one of names) {
      const turn = pace();
      if (turn !== undefined) await turn;
      if (!isSeen(one)) held?.letGo(one.name);
      else (kindOf(one.attributes) === "folder" ? folders : leaves).push(one);
    }
    folders.reverse();
    return leaves;
  }

  async function attempt(item: TreeItem, frame: Frame<C>, work: () => unknown): Promise<void> {
    try {
      await work();
    } catch (error) {
      frame.isWhole = false;
      // Without a connection all that follows fails alike: that is one failure, and the end.
      if (session.isEnded) throw error;
      visitor.failed(item, error);
    }
  }

  function readAhead({ item, folders }: Frame<C>): void {
    for (const sibling of folders.slice(-ahead))
      if (begun.size < ahead && !begun.has(sibling)) begun.set(sibling, read(joinPlace(item.path, sibling.name)));
  }

  async function walk(): Promise<void> {
    visitor.check();
    const first = await open(top, context, undefined);
    if (first !== null) stack.push(first);
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      visitor.check();
      const next = frame.folders.pop();
      if (next !== undefined) {
        const item = childOf(frame.item, next);
        const problem = tooDeep(item, stack.length);
        if (problem === null) {
          readAhead(frame);
          const opened = await open(item, frame.context, begun.get(next));
          if (opened === null) forget(begun.get(next));
          else stack.push(opened);
          begun.delete(next);
        } else await attempt(item, frame, () => Promise.reject(problem));
        frame.held?.letGo(next.name);
        continue;
      }
      stack.pop();
      frame.held?.end();
      const { item, context: inner, isWhole } = frame;
      await attempt(item, frame, async () => visitor.leave(item, inner, isWhole));
      const outer = stack.at(-1);
      if (outer !== undefined && !frame.isWhole) outer.isWhole = false;
    }
  }

  try {
    await walk();
  } finally {
    for (const { held } of stack) held?.end();
    for (const known of begun.values()) forget(known);
  }
}

/** Of names that nobody will look at. */
function forget(names: Promise<Names> | undefined): void {
  void names?.then(
    ({ held }) => held.end(),
    () => {}, // nothing is held then
  );
}

function tooDeep({ path }: TreeItem, levels: number): AppError | null {
  const isFine = levels < maxLevels && path.length <= maxPathBytes;
  return isFine ? null : new AppError("file/too-deep", { max: maxLevels });
}

function childOf({ path, real, shown }: TreeItem, { name, attributes }: Named): TreeItem {
  return {
    path: joinPlace(path, name),
    real: joinPlace(real, name),
    shown: joinVirtualPath(shown, name),
    name,
    attributes,
  };
}
