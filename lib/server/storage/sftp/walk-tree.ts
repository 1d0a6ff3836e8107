import { joinVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { eachParallel } from "@/lib/server/storage/each-parallel";
import { isOwnName } from "@/lib/server/storage/own-names";
import type { Policy } from "@/lib/server/storage/policy";
import { joinPlace } from "@/lib/server/storage/scope";
import type { SftpAttributes } from "./protocol/packet";
import type { SftpSession } from "./protocol/sftp-session";
import { readNames, type Named } from "./read-names";
import { kindOf } from "./sftp-entry";

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

type Frame<C> = { item: TreeItem; context: C; folders: TreeItem[]; isWhole: boolean };

const ahead = 8;

/**
 * Everything below a folder, itself first, depth first, without recursion; links are leaves. What the actor may not see is passed over. A few folders are read
 * ahead, for each takes three answers' time.
 */
export async function walkTree<C>(
  { session, policy, top, context }: { session: SftpSession; policy: Policy; top: TreeItem; context: C },
  visitor: TreeVisitor<C>,
): Promise<void> {
  const begun = new Map<TreeItem, Promise<Named[]>>();
  const read = (item: TreeItem): Promise<Named[]> => {
    const names = readNames(session, item.path);
    names.catch(() => {}); // told when its turn comes
    return names;
  };

  async function open(item: TreeItem, outer: C): Promise<Frame<C> | null> {
    const known = begun.get(item);
    begun.delete(item);
    const inner = visitor.enter(item, outer);
    if (inner === null) return null;
    const reading = known ?? read(item);
    const frame: Frame<C> = { item, context: inner, folders: [], isWhole: true };
    const leaves: TreeItem[] = [];
    for (const child of childrenOf(policy, item, await readOrFail(reading, frame))) {
      if (!visitor.withOwn && isOwnName(child.name)) continue;
      (kindOf(child.attributes) === "folder" ? frame.folders : leaves).push(child);
    }
    frame.folders.reverse();
    await eachParallel(leaves, visitor.parallel, async (leaf) => {
      visitor.check();
      await attempt(leaf, frame, async () => visitor.leaf(leaf, inner));
    });
    return frame;
  }

  async function readOrFail(reading: Promise<Named[]>, frame: Frame<C>): Promise<Named[]> {
    let names: Named[] = [];
    await attempt(frame.item, frame, async () => {
      names = await reading;
    });
    return names;
  }

  async function attempt(item: TreeItem, frame: Frame<C>, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      frame.isWhole = false;
      // Without a connection all that follows fails alike: that is one failure, and the end.
      if (session.isEnded) throw error;
      visitor.failed(item, error);
    }
  }

  visitor.check();
  const stack: Frame<C>[] = [];
  const first = await open(top, context);
  if (first !== null) stack.push(first);
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    visitor.check();
    const next = frame.folders.pop();
    if (next !== undefined) {
      for (const sibling of frame.folders.slice(-ahead))
        if (begun.size < ahead && !begun.has(sibling)) begun.set(sibling, read(sibling));
      const opened = await open(next, frame.context);
      if (opened !== null) stack.push(opened);
      continue;
    }
    stack.pop();
    const { item, context: inner, isWhole } = frame;
    await attempt(item, frame, async () => visitor.leave(item, inner, isWhole));
    const outer = stack.at(-1);
    if (outer !== undefined && !frame.isWhole) outer.isWhole = false;
  }
}

function childrenOf(policy: Policy, { path, real, shown }: TreeItem, names: readonly Named[]): TreeItem[] {
  const items = names.map(({ name, attributes }) => ({
    path: joinPlace(path, name),
    real: joinPlace(real, name),
    shown: joinVirtualPath(shown, name),
    name,
    attributes,
  }));
  return policy.isUniformBelow(real) ? items : items.filter((item) => policy.access(item.real) !== "none");
}
