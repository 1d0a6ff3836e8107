import { AppError, isAppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import type { StorageInput } from "@/lib/server/storage/adapter";
import { assertDeletable, assertWritable } from "@/lib/server/storage/rights";
import { accessOf, holdsRestricted, joinPlace } from "@/lib/server/storage/scope";
import type { EntryKind, OpenFile, Storage, TreeOptions, TreeResult, TreeWishes } from "@/lib/server/storage/storage";
import { transferTree } from "@/lib/server/storage/transfer";
import { splitTrashFolder, trashFolderOf } from "@/lib/server/storage/trash-folder";
import type { TrashFound, TrashPlace, TrashPlan, TrashStorage } from "@/lib/server/storage/trash-storage";
import { createTreeReport } from "@/lib/server/storage/tree-report";
import { renameUnmet } from "./commit-file";
import { copySftpEntry } from "./copy-entry";
import { namesInTurn } from "./keep-replaced";
import { moveSftpEntry } from "./move-entry";
import { openSftpFile } from "./open-sftp-file";
import { asAppError, failureKey, isStatus, nullIfMissing, statusCodes } from "./protocol/sftp-status";
import type { SftpSession } from "./protocol/sftp-session";
import { withNames } from "./read-names";
import { kindOf } from "./sftp-entry";
import { parsePlace, placeAt } from "./sftp-host";
import { lookUp } from "./sftp-links";
import { pathIn, type SftpResolver } from "./sftp-resolver";
import { measureSftp, removeSftpTree } from "./sftp-trees";
import { forgetTrashBases } from "./trash-base";
import { dropDouble } from "./trash-double";
import { assertTrashFolder, makeTrashFolder, removeTrashFolder } from "./trash-folder";
import { createTrashResolver, type Kept } from "./trash-resolver";

type Parts = {
  input: StorageInput;
  /** The actor's. */
  storage: () => Storage;
  /** One that goes by another resolver. */
  over: (resolver: SftpResolver) => Storage;
};

/** See {@link TrashStorage} and docs/decisions/0048-sftp-trash.md. */
export function createSftpTrash(resolver: SftpResolver, parts: Parts): TrashStorage {
  const { roots } = parts.input;
  return {
    async assertPossible(path) {
      const folder = await resolver.findFolder(path);
      // Nothing is tried out where the actor may change nothing.
      if (folder.access !== "write" || !folder.root.writable) throw new AppError("trash/unavailable");
      await asAppError(resolver.trashBaseOf(folder));
    },
    plan: (path, trash) => asAppError(plan(resolver, { path, trash })),
    put: (path, made) => asAppError(put(resolver, path, made)),
    restore: (place, to) => asAppError(restore(resolver, parts, { place, ...to })),
    purge: (place, options) => asAppError(purge(resolver, place, options)),
    mayReach: (origin, kind) => mayReach(resolver, parts.input, { origin, kind }),
    async measure(place, signal) {
      const { inner, kept } = await keptIn(resolver, place);
      return measureSftp(inner, kept.shown, signal);
    },
    open: (place) => openKept(resolver, place),
    settle: (place, origin) => asAppError(settle(resolver, place, origin)),
    async find(place) {
      const volume = parsePlace(place.folder)?.volume;
      if (!roots.some((root) => parsePlace(root.place)?.volume === volume)) return "away";
      // Not connected, or nothing of theirs any more: it says nothing about the entry.
      return asAppError(find(resolver, place)).catch(awayIfKnown);
    },
    async volume(place) {
      const { host, folder } = await reachPlace(resolver, place);
      if (!host.session.offers("statvfs@openssh.com")) throw new AppError("storage/unsupported");
      const { blockBytes, blocks } = await asAppError(host.session.statvfs(splitTrashFolder(folder).base));
      return { totalBytes: blockBytes * blocks };
    },
  };
}

function awayIfKnown(error: unknown): TrashFound {
  if (isAppError(error)) return "away";
  throw error;
}

/** A trash has no paths: for what is not on its way anywhere the name stands for it. */
const shownIn = (place: TrashPlace) => place.name as string as VirtualPath;

/** Where a place is on its host. */
async function reachPlace(resolver: SftpResolver, place: TrashPlace) {
  const parsed = parsePlace(place.folder);
  if (parsed === null) throw new AppError("trash/gone");
  return { ...(await resolver.reach(parsed.volume)), folder: parsed.path };
}

/** The way into an entry of a trash, shown as `shown`. Throws trash/gone for what is not there, or nobody's trash. */
async function keptIn(resolver: SftpResolver, place: TrashPlace, shown = shownIn(place)) {
  splitTrashFolder(place.folder);
  const kept: Kept = { ...(await reachPlace(resolver, place)), place, shown };
  const { session } = kept.host;
  await asAppError(assertTrashFolder(session, kept.folder));
  if ((await asAppError(session.lstat(joinPlace(kept.folder, place.name)).catch(nullIfMissing))) === null)
    throw new AppError("trash/gone");
  return { kept, inner: createTrashResolver(resolver, kept) };
}

type Planning = { path: VirtualPath; trash: { ownerId: string; id: string } };

async function plan(resolver: SftpResolver, { path, trash }: Planning): Promise<TrashPlan> {
  const location = await resolver.location(path);
  assertDeletable(location.policy, location, location.name);
  const attributes = await lookUp(location);
  if (attributes === null) throw new AppError("file/not-found");
  const base = await resolver.trashBaseOf(location);
  const kind = kindOf(attributes);
  const { sizeBytes = 0, mtimeS = 0 } = attributes;
  return {
    place: { folder: trashFolderOf(placeAt(location.host, base), trash), name: location.name },
    origin: joinPlace(location.real, location.name),
    kind,
    sizeBytes: kind === "folder" ? null : kind === "file" ? sizeBytes : 0,
    mtimeMs: mtimeS * 1000,
  };
}

async function put(resolver: SftpResolver, path: VirtualPath, { place, origin }: TrashPlan): Promise<void> {
  const location = await resolver.location(path);
  const { host, policy, real, name } = location;
  assertDeletable(policy, location, name);
  const target = parsePlace(place.folder);
  // Swapped for another since it was planned: the record names the other one.
  if (joinPlace(real, name) !== origin || target?.volume !== host.volume) throw new AppError("file/changed");
  await makeTrashFolder(host.session, target.path);
  try {
    const [from, to] = [pathIn(location), joinPlace(target.path, place.name)];
    await namesInTurn([location], () => renameUnmet(host.session, from, to));
  } catch (error) {
    await removeTrashFolder(host.session, target.path);
    if (!isStatus(error, statusCodes.failure, statusCodes.unsupported)) throw error;
    forgetTrashBases(host.session);
    throw new AppError("trash/unavailable", {}, { cause: error });
  }
  for (const tell of resolver.shared.changes) [real, origin].forEach(tell);
}

type Restoring = { place: TrashPlace; from: VirtualPath; toFolder: VirtualPath; options: TreeOptions };

async function restore(resolver: SftpResolver, parts: Parts, restoring: Restoring): Promise<TreeResult> {
  const { place, from, toFolder, options } = restoring;
  const into = await resolver.findFolder(toFolder);
  assertWritable(into.policy, into, place.name);
  const { kept, inner } = await keptIn(resolver, place, from);
  const result = await transferTree({
    source: parts.over(inner),
    target: parts.storage(),
    from,
    toFolder,
    options: { ...options, name: options.name ?? place.name },
    isMove: true,
    inside: {
      move: (one, to, moving) => moveSftpEntry(resolver, { from: one, to, options: moving, source: inner }),
      copy: (one, to, copying) => copySftpEntry(resolver, { from: one, to, options: copying, source: inner }),
    },
  });
  await removeTrashFolder(kept.host.session, kept.folder);
  return result;
}

async function purge(resolver: SftpResolver, place: TrashPlace, options: TreeWishes): Promise<TreeResult> {
  const report = createTreeReport(options, failureKey);
  report.check();
  splitTrashFolder(place.folder);
  const found = await keptIn(resolver, place).catch((error: unknown) => {
    if (isAppError(error) && error.key === "trash/gone") return null;
    throw error;
  });
  if (found === null) {
    const { host, folder } = await reachPlace(resolver, place);
    await tidy(host.session, folder);
    return report.result(shownIn(place));
  }
  const { inner, kept } = found;
  const result = await removeSftpTree(inner, kept.shown, options);
  await removeTrashFolder(kept.host.session, kept.folder);
  return result;
}

/** What is left of an entry that is gone, where it is ours. */
async function tidy(session: SftpSession, folder: string): Promise<void> {
  const isOwn = await assertTrashFolder(session, folder).then(
    () => true,
    () => false,
  );
  if (isOwn) await removeTrashFolder(session, folder);
}

/** Asks no host where nothing is denied there: a list of the trash is not to wait for one that is away. */
async function mayReach(
  resolver: SftpResolver,
  { roots, scopes }: StorageInput,
  { origin, kind }: { origin: string; kind: EntryKind },
): Promise<boolean> {
  const volume = parsePlace(origin)?.volume;
  if (volume === undefined || !roots.some(({ place }) => parsePlace(place)?.volume === volume)) return false;
  const mayAt = (access: string, isRestricted: boolean) =>
    (access === "read" || access === "write") && (kind !== "folder" || !isRestricted);
  if (!mayAt(accessOf(origin, scopes), holdsRestricted(origin, scopes))) return false;
  const isDenying = scopes?.some(({ denyDirs }) => denyDirs.some((dir) => parsePlace(dir)?.volume === volume));
  if (isDenying !== true) return true;
  // What is denied may be named by links, which only the host can tell.
  const reached = await resolver.reach(volume).catch(() => null);
  return reached !== null && mayAt(reached.policy.access(origin), reached.policy.holdsRestricted(origin));
}

async function openKept(resolver: SftpResolver, place: TrashPlace): Promise<OpenFile> {
  const { inner, kept } = await keptIn(resolver, place);
  const { attributes } = await inner.find(kept.shown);
  if (kindOf(attributes) !== "file") throw new AppError("file/not-file");
  return openSftpFile(inner, kept.shown);
}

async function settle(resolver: SftpResolver, place: TrashPlace, origin: string): Promise<TrashFound> {
  const { host, folder } = await reachPlace(resolver, place);
  const old = parsePlace(origin);
  if (old?.volume === host.volume) await dropDouble(host.session, joinPlace(folder, place.name), old.path);
  const found = await find(resolver, place);
  if (found === "gone") await tidy(host.session, folder);
  return found;
}

async function find(resolver: SftpResolver, place: TrashPlace): Promise<TrashFound> {
  const { host, folder } = await reachPlace(resolver, place);
  const { session } = host;
  const { base, names } = splitTrashFolder(folder);
  const look = (path: string) => session.lstat(path).catch(nullIfMissing);
  const [entry, trash] = await Promise.all([look(joinPlace(folder, place.name)), look(joinPlace(base, names[0]))]);
  if (entry !== null) return "there";
  if (trash !== null) return "gone";
  // A folder where a disk is to be mounted is empty.
  return (await withNames(host, base, (found) => found.length > 0, { most: 1 })) ? "vanished" : "away";
}
