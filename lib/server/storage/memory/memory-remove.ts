import { AppError } from "@/lib/shared/errors";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { Noted } from "@/lib/server/storage/noted";
import { assertDeletable, assertFolderWritable } from "@/lib/server/storage/rights";
import type { TreeResult, TreeWishes } from "@/lib/server/storage/storage";
import { createTreeReport, type TreeReport } from "@/lib/server/storage/tree-report";
import type { MemoryResolver } from "./memory-resolver";
import { etagOf, setNode, type MemoryNode } from "./memory-volume";

/** See {@link Storage.remove}. Nothing is touched when the entry is protected or holds something the actor may not remove. */
export function removeMemoryTree(
  { location: locate, policy }: MemoryResolver,
  path: VirtualPath,
  options: TreeWishes,
): TreeResult {
  const location = locate(path);
  assertFolderWritable(policy, location, location.name);
  const real = `${location.real}/${location.name}`;
  if (policy.isProtected(real) || policy.holdsProtected(real)) throw new AppError("file/protected");
  const node = location.folder.nodes.get(location.name);
  if (node === undefined) throw new AppError("file/not-found");
  const report = createTreeReport(options, () => "internal");
  report.check();
  if (policy.holdsRestricted(real))
    return { ...report.result(path), failures: [{ path, error: "file/access-denied" }], failureCount: 1 };
  setNode(location.folder, location.name, null);
  count(node, path, report);
  return report.result(path);
}

/** See {@link Storage.removeMoved}. Looking and removing are one step here. */
export function removeMovedNode(
  { location: locate, policy }: MemoryResolver,
  path: VirtualPath,
  stamp: Noted["stamp"],
): null {
  const location = locate(path);
  assertDeletable(policy, location, location.name);
  const node = location.folder.nodes.get(location.name);
  if (node === undefined) throw new AppError("file/not-found");
  if (node.kind !== "file" || etagOf(node) !== stamp) throw new AppError("file/changed");
  setNode(location.folder, location.name, null);
  return null;
}

function count(node: MemoryNode, path: VirtualPath, report: TreeReport): void {
  if (node.kind === "file") {
    report.file(path);
    report.bytes(node.bytes.byteLength, path);
    return;
  }
  // A node's name was checked when it was made.
  for (const [name, child] of node.nodes) count(child, joinVirtualPath(path, name as EntryName), report);
}
