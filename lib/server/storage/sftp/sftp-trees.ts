import { AppError } from "@/lib/shared/errors";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import { assertFolderWritable, assertMovable, assertWritable } from "@/lib/server/storage/rights";
import { joinPlace } from "@/lib/server/storage/scope";
import type { AttributeChange } from "@/lib/server/storage/attribute-change";
import type { TreeResult, TreeSize, TreeWishes } from "@/lib/server/storage/storage";
import type { Survey, Surveyed } from "@/lib/server/storage/survey";
import { createTreeReport } from "@/lib/server/storage/tree-report";
import type { SftpAttributes } from "./protocol/packet";
import { asAppError, failureKey, isStatus, nullIfMissing, statusCodes, throwIfAborted } from "./protocol/sftp-status";
import type { SftpSession } from "./protocol/sftp-session";
import { withNames } from "./read-names";
import { kindOf, timesOf } from "./sftp-entry";
import type { SftpHost } from "./sftp-host";
import { namesInTurn } from "./keep-replaced";
import { lookUp } from "./sftp-links";
import { pathIn, type SftpResolver } from "./sftp-resolver";
import { walkTree, type TreeItem } from "./walk-tree";

const parallel = 16;
const anyExecute = 0o111;
const special = 0o7000;

type Removing = TreeWishes;

/** See {@link Storage.remove}. Nothing is touched when the entry is protected or holds something the actor may not remove. */
export async function removeSftpTree(
  resolver: SftpResolver,
  path: VirtualPath,
  options: Removing,
): Promise<TreeResult> {
  const location = await resolver.location(path);
  const { policy, host } = location;
  const { session } = host;
  assertFolderWritable(policy, location, location.name);
  const real = joinPlace(location.real, location.name);
  if (policy.isProtected(real) || policy.holdsProtected(real)) throw new AppError("file/protected");
  const report = createTreeReport(options, failureKey);
  const attributes = await asAppError(session.lstat(pathIn(location)));
  const top = { path: pathIn(location), real, shown: path, name: location.name, attributes };
  report.check();
  if (policy.holdsRestricted(real)) {
    report.fail(path, new AppError("file/access-denied"));
    return report.result(path);
  }
  const leaf = async (item: TreeItem) => {
    await session.remove(item.path).catch(nullIfMissing);
    report.file(item.shown);
    report.bytes(kindOf(item.attributes) === "file" ? (item.attributes.sizeBytes ?? 0) : 0, item.shown);
  };
  const visitor = {
    withOwn: true,
    parallel,
    enter: () => true,
    leaf,
    async leave(item: TreeItem, _: boolean, isWhole: boolean) {
      if (isWhole) await removeFolder(host, item.path);
    },
    failed: (item: TreeItem, error: unknown) => report.fail(item.shown, error),
    check: report.check,
  };
  try {
    // What replaces it comes before or after, as a whole.
    if (kindOf(attributes) !== "folder") await asAppError(namesInTurn([location], () => leaf(top)));
    else await asAppError(walkTree({ host, policy, top, context: true }, visitor));
  } finally {
    for (const tell of resolver.shared.changes) [location.real, real].forEach(tell);
  }
  return report.result(path);
}

/** See {@link Storage.removeEmptyFolder}. */
export async function removeEmptySftpFolder(resolver: SftpResolver, path: VirtualPath): Promise<void> {
  const location = await resolver.location(path);
  const { policy } = location;
  assertFolderWritable(policy, location, location.name);
  assertMovable(policy, joinPlace(location.real, location.name));
  const attributes = await asAppError(lookUp(location));
  if (attributes === null) throw new AppError("file/not-found");
  if (kindOf(attributes) !== "folder") throw new AppError("file/not-folder");
  await asAppError(removeFolder(location.host, pathIn(location)));
  for (const tell of resolver.shared.changes) [location.real, joinPlace(location.real, location.name)].forEach(tell);
}

/** One that is gone already is fine. Version 3 has no word for "not empty". */
async function removeFolder(host: SftpHost, path: string): Promise<void> {
  try {
    await host.session.rmdir(path);
  } catch (error) {
    if (isStatus(error, statusCodes.noSuchFile)) return;
    const isUnclear = isStatus(error, statusCodes.failure);
    if (isUnclear && (await withNames(host, path, (names) => names.length > 0, { most: 1 })))
      throw new AppError("file/not-empty", {}, { cause: error });
    throw error;
  }
}

async function findItem(resolver: SftpResolver, path: VirtualPath) {
  const found = await resolver.find(path);
  const { path: at, real, attributes, policy } = found;
  return { found, host: found.host, policy, top: { path: at, real, shown: path, name: nameOf(path), attributes } };
}

/** See {@link Storage.measure}. What cannot be read is left out. */
export async function measureSftp(resolver: SftpResolver, path: VirtualPath, signal?: AbortSignal): Promise<TreeSize> {
  const { host, policy, top } = await findItem(resolver, path);
  const total = { folders: 0, files: 0, bytes: 0 };
  const leaf = ({ attributes }: TreeItem) => {
    total.files++;
    if (kindOf(attributes) === "file") total.bytes += attributes.sizeBytes ?? 0;
  };
  throwIfAborted(signal);
  if (kindOf(top.attributes) !== "folder") leaf(top);
  else
    await asAppError(
      walkTree(
        { host, policy, top, context: true },
        {
          withOwn: false,
          parallel: 1,
          enter(item) {
            if (item !== top) total.folders++;
            return true;
          },
          leaf,
          leave: () => {},
          failed: () => {},
          check: () => throwIfAborted(signal),
        },
      ),
    );
  return total;
}

type Surveying<C> = { context: C; survey: Survey<C>; signal: AbortSignal };

/** See {@link Storage.survey}. The protocol tells neither disks nor hard links. */
export async function surveySftp<C>(
  resolver: SftpResolver,
  path: VirtualPath,
  { context, survey, signal }: Surveying<C>,
): Promise<void> {
  const { host, policy, top } = await findItem(resolver, path);
  if (kindOf(top.attributes) !== "folder") throw new AppError("file/not-folder");
  const work = walkTree(
    { host, policy, top, context },
    {
      withOwn: false,
      parallel: 1,
      enter: (item, outer) => survey.enter(surveyed(item), outer),
      leaf: (item, inner) => survey.leaf(surveyed(item), inner),
      leave: (_, inner) => survey.leave(inner),
      failed: () => survey.unreadable(),
      check: () => throwIfAborted(signal),
    },
  );
  await asAppError(work);
}

function surveyed({ shown, name, attributes }: TreeItem): Surveyed {
  const { sizeBytes = 0, mtimeS = 0 } = attributes;
  const [kind, mtimeMs] = [kindOf(attributes), mtimeS * 1000];
  return { path: shown, name, kind, sizeBytes, allocatedBytes: sizeBytes, mtimeMs, device: 0, hardLinkId: null };
}

type Changing = Removing & { change: AttributeChange; recursive: boolean };

/** See {@link Storage.setAttributes}. Owners are numbers here: names are known to the host alone. */
export async function setSftpAttributes(
  resolver: SftpResolver,
  path: VirtualPath,
  { change, recursive, ...options }: Changing,
): Promise<TreeResult> {
  const location = await resolver.location(path);
  const { policy, host, root } = location;
  const { session } = host;
  assertWritable(policy, location, location.name);
  const wanted = wantedOf(change);
  const report = createTreeReport(options, failureKey);
  const attributes = await asAppError(session.lstat(pathIn(location)));
  const real = joinPlace(location.real, location.name);
  const top = { path: pathIn(location), real, shown: path, name: location.name, attributes };
  const apply = async (item: TreeItem) => {
    if (policy.access(item.real) !== "write" || !root.writable) throw new AppError("file/read-only");
    if (policy.isProtected(item.real)) throw new AppError("file/protected");
    await changeOne(session, item, item === top ? wanted : { ...wanted, mode: modeBelow(wanted.mode, item) });
    report.file(item.shown);
  };
  report.check();
  try {
    if (!recursive || kindOf(attributes) !== "folder") await asAppError(apply(top));
    else {
      const visitor = {
        withOwn: false,
        parallel,
        enter: () => true,
        leaf: apply,
        // After what is in it: a folder that loses its rights can still be walked.
        leave: apply,
        failed: (item: TreeItem, error: unknown) => report.fail(item.shown, error),
        check: report.check,
      };
      await asAppError(walkTree({ host, policy, top, context: true }, visitor));
    }
  } finally {
    for (const tell of resolver.shared.changes) [location.real, real].forEach(tell);
  }
  return report.result(path);
}

type Wanted = {
  mode: number | undefined;
  uid: number | undefined;
  gid: number | undefined;
  mtimeMs: number | undefined;
};

function wantedOf({ mode, owner, group, mtimeMs }: AttributeChange): Wanted {
  const idOf = (text: string | undefined) => (text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined);
  const [uid, gid] = [idOf(owner), idOf(group)];
  if (owner !== undefined && uid === undefined) throw new AppError("file/no-owner", { name: owner });
  if (group !== undefined && gid === undefined) throw new AppError("file/no-group", { name: group });
  return { mode, uid, gid, mtimeMs };
}

/** As chmod's X: below, folders may be entered by whoever may read them, and files stay as executable as they were. */
function modeBelow(mode: number | undefined, { attributes }: TreeItem): number | undefined {
  if (mode === undefined) return undefined;
  const plain = mode & ~special & ~anyExecute;
  const isRun = kindOf(attributes) === "folder" || ((attributes.mode ?? 0) & anyExecute) !== 0;
  return isRun ? plain | ((plain & 0o444) >> 2) : plain;
}

/** A link has no mode, and its target is not meant. The owner first: that takes the special bits away. */
async function changeOne(session: SftpSession, { path, attributes }: TreeItem, wanted: Wanted): Promise<void> {
  if (kindOf(attributes) === "link") return;
  // One swapped in meanwhile is not followed, where the server can tell.
  const set = (change: SftpAttributes) => {
    const isSafe = change.mode === undefined && session.offers("lsetstat@openssh.com");
    return isSafe ? session.lsetstat(path, change) : session.setstat(path, change);
  };
  const { mode, uid = attributes.uid, gid = attributes.gid, mtimeMs } = wanted;
  const isOwner = wanted.uid !== undefined || wanted.gid !== undefined;
  if (isOwner && uid !== undefined && gid !== undefined) await set({ uid, gid });
  if (mode !== undefined) await set({ mode });
  if (mtimeMs !== undefined) await set(timesOf(mtimeMs));
}
