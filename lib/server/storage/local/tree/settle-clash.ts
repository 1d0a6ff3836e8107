import type { Stats } from "node:fs";
import type { Clash, TreeConflict, TreeOptions } from "@/lib/server/storage/storage";
import { kindOf } from "@/lib/server/storage/local/resolve/entries";
import { childPath } from "@/lib/server/storage/local/sys/fs-path";
import { sys } from "@/lib/server/storage/local/sys/sys";
import type { TreeItem } from "@/lib/server/storage/local/walk/tree-walk";

export type Settled = Exclude<TreeConflict, "ask" | "newer">;

type Meeting = {
  item: TreeItem;
  to: { fd: number };
  name: string;
  /** Virtual path of `to`, for the question. */
  folder: string;
  options: Pick<TreeOptions, "conflict" | "onClash">;
};

/** The policy for one name: the one that was given, or the answer when the name is taken. */
export async function settleClash({ item, to, name, folder, options }: Meeting): Promise<Settled> {
  const { conflict, onClash } = options;
  if (conflict !== "ask" && conflict !== "newer") return conflict;
  const standing = await sys.lstatIfAny(childPath(to.fd, name));
  // Taken in the meantime it fails, which overwrites nothing.
  if (standing === null) return "fail";
  if (conflict === "newer") return newerOf(item.stats, standing);
  if (onClash === undefined) return "fail";
  const answer = await onClash({ path: item.path, folder, arriving: met(item.stats), standing: met(standing) });
  return answer === "newer" ? newerOf(item.stats, standing) : answer;
}

/** A folder beside a file is neither older nor newer. */
function newerOf(arriving: Stats, standing: Stats): Settled {
  if (arriving.isDirectory() || standing.isDirectory()) return "fail";
  return arriving.mtimeMs > standing.mtimeMs ? "replace" : "skip";
}

function met(stats: Stats): Clash["standing"] {
  const kind = kindOf(stats);
  return { kind, sizeBytes: kind === "file" ? stats.size : 0, mtimeMs: stats.mtimeMs };
}

/** Where an entry below `from` arrives: the virtual path of the folder. */
export function arrivalFolder({ from, toFolder }: { from: string; toFolder: string }, path: string): string {
  const above = from.slice(0, from.lastIndexOf("/") + 1);
  const below = path.slice(above.length);
  const slash = below.lastIndexOf("/");
  return slash < 0 ? toFolder : `${toFolder}/${below.slice(0, slash)}`;
}
