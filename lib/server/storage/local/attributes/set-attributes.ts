import { assertWritable } from "@/lib/server/storage/rights";
import { AppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import type { AttributeChange } from "@/lib/server/storage/attribute-change";
import type { TreeResult, TreeWishes } from "@/lib/server/storage/storage";
import { findId } from "./details";
import { failureKey, toAppError } from "@/lib/server/storage/local/sys/errno";
import { joinPlace } from "@/lib/server/storage/scope";
import { childPath, fdPath } from "@/lib/server/storage/local/sys/fs-path";
import type { Resolver } from "@/lib/server/storage/local/resolve/resolver";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { createTreeReport } from "@/lib/server/storage/tree-report";
import { openTreeStart } from "@/lib/server/storage/local/walk/tree-start";
import { walkTree, type TreeItem } from "@/lib/server/storage/local/walk/tree-walk";

type Options = TreeWishes & { recursive: boolean };
type Change = { mode: number | null; uid: number | null; gid: number | null; mtimeMs: number | null };

const anyExecute = 0o111;
const special = 0o7000;

/** See {@link Storage.setAttributes}. */
export async function setAttributes(
  resolver: Resolver,
  path: VirtualPath,
  { change, ...options }: Options & { change: AttributeChange },
): Promise<TreeResult> {
  const { policy } = resolver;
  const wanted = await resolveChange(change);
  const { item, folder } = await openTreeStart(resolver, path).catch((error: unknown) => {
    throw toAppError(error);
  });
  const report = createTreeReport(options, failureKey);
  const apply = async (one: TreeItem) => {
    const real = one.name === "." ? folder.real : joinPlace(one.folder.real, one.name);
    if (policy.access(real) !== "write" || !folder.root.writable) throw new AppError("file/read-only");
    if (policy.isProtected(real)) throw new AppError("file/protected");
    await changeOne(one, one === item ? wanted : { ...wanted, mode: modeBelow(wanted.mode, one) });
    report.file(one.path);
  };
  try {
    if (item.name !== ".") assertWritable(policy, folder, item.name);
    report.check();
    if (!options.recursive || !item.stats.isDirectory()) {
      await apply(item);
      return report.result(path);
    }
    await walkTree(
      policy,
      item,
      {},
      {
        parallel: 8,
        withTemporaries: false,
        enter: async () => ({}),
        leaf: apply,
        // After what is in it: a folder that loses its rights can still be walked.
        leave: apply,
        invisible: () => false,
        failed: report.fail,
        check: report.check,
      },
    );
    return report.result(path);
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(folder.fd);
  }
}

async function resolveChange({ mode, owner, group, mtimeMs }: AttributeChange): Promise<Change> {
  const [uid, gid] = await Promise.all([
    owner === undefined ? null : findId("passwd", owner),
    group === undefined ? null : findId("group", group),
  ]);
  if (owner !== undefined && uid === null) throw new AppError("file/no-owner", { name: owner });
  if (group !== undefined && gid === null) throw new AppError("file/no-group", { name: group });
  return { mode: mode ?? null, uid, gid, mtimeMs: mtimeMs ?? null };
}

/** As chmod's X: below, folders may be entered by whoever may read them, and files stay as executable as they were. */
function modeBelow(mode: number | null, { stats }: TreeItem): number | null {
  if (mode === null) return null;
  const plain = mode & ~special & ~anyExecute;
  if (stats.isDirectory()) return plain | ((plain & 0o444) >> 2);
  return (stats.mode & anyExecute) === 0 ? plain : plain | ((plain & 0o444) >> 2);
}

/** Through a descriptor of the very entry: what was looked at is what is changed. A link has no mode, and its target is not meant. */
async function changeOne({ folder, name, stats }: TreeItem, { mode, uid, gid, mtimeMs }: Change): Promise<void> {
  if (stats.isSymbolicLink()) return;
  const fd = await sys.open(childPath(folder.fd, name), openFlags.placeNoFollow);
  try {
    const place = fdPath(fd);
    // First the owner: that takes the special bits away.
    if (uid !== null || gid !== null) await sys.chown(place, uid ?? stats.uid, gid ?? stats.gid);
    if (mode !== null) await sys.chmod(place, mode);
    if (mtimeMs !== null) await sys.utimes(place, Date.now() / 1000, mtimeMs / 1000);
  } finally {
    await closeQuietly(fd);
  }
}
