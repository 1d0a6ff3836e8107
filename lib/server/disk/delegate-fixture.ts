import path from "node:path";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Scope } from "@/lib/server/storage/scope";
import { actorOf, type TrashFixture } from "@/lib/server/trash/trash-fixture";

/** Mia, who may mount disks and is no administrator, with a location of their own. */
export function delegateOf(
  { ctx, root, storageOf }: TrashFixture,
  { own, readOnlyDirs = [], denyDirs = [] }: Partial<Scope> & { own: string },
): Ctx {
  const scope = { accessDirs: [own], readOnlyDirs, denyDirs };
  // The fixture's are below its root.
  const relative = (dirs: readonly string[]) => dirs.map((dir) => path.relative(root, dir));
  const limits = { accessDirs: relative([own]), readOnlyDirs: relative(readOnlyDirs), denyDirs: relative(denyDirs) };
  return { ...ctx, storage: storageOf(limits, own), actor: { ...actorOf("mia"), scopes: [scope] }, about: () => {} };
}
