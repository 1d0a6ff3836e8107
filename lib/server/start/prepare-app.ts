import { realpathSync } from "node:fs";
import path from "node:path";
import pino from "pino";
import { randomId } from "@/lib/shared/units";
import packageJson from "@/package.json";
import { startApp, type App } from "@/lib/server/runtime/app";
import { createAuditLog } from "@/lib/server/audit/audit-log";
import { createBallast, keepBallast } from "@/lib/server/db/ballast";
import { openEndedFile } from "@/lib/server/db/ended-file";
import { migrate } from "@/lib/server/db/migrate";
import { openDb } from "@/lib/server/db/open-db";
import { askerOf, type Actor } from "@/lib/server/runtime/ctx";
import { setUndoKinds } from "@/lib/server/undo/undo-kinds";
import { EnvError, type Env } from "@/lib/server/base/env";
import { groups } from "@/lib/server/groups";
import { leaveOutSlowExchanges } from "@/lib/server/outbound/quick-exchanges";
import { readySpawner } from "@/lib/server/process/spawn-child";
import { answerCall } from "@/lib/server/http/handed-call";
import { openPageDoor } from "@/lib/server/pages/page-door";
import { searchIndexIn } from "@/lib/server/search/index-setting";
import { addedLocations } from "@/lib/server/setting/locations";
import { actorRoots } from "@/lib/server/setting/actor-roots";
import { ownProtectedHosts } from "@/lib/server/setting/own-protected";
import { protectedPaths } from "@/lib/server/setting/protected-paths";
import { deriveKeys } from "@/lib/server/base/keys";
import { settleUnwrittenEnds } from "@/lib/server/session/unwritten-ends";
import { connectForFiles } from "@/lib/server/ssh/connect-for-files";
import { containerPlaces } from "@/lib/server/docker/files/container-places";
import { openContainerFiles } from "@/lib/server/docker/files/open-container-files";
import { elsewhereOf, scopesOn } from "@/lib/server/setting/elsewhere";
import { hostRoots } from "@/lib/server/ssh/host-roots";
import { measureDirs } from "@/lib/server/storage/quota/measure-dirs";
import { createQuotaAccounts } from "@/lib/server/storage/quota/quota-accounts";
import { limitStorage } from "@/lib/server/storage/quota/limit-storage";
import { openStorage } from "@/lib/server/storage/open-storage";
import { rememberStorage } from "@/lib/server/storage/remember-storage";
import type { Scope } from "@/lib/server/storage/scope";
import { closedStackFolders } from "@/lib/server/stack/stack-setting";
import { tidyTasks } from "@/lib/server/task/list-tasks";
import { setTaskKinds } from "@/lib/server/task/task-kinds";
import { isWeakPassword } from "@/lib/server/user/password";
import { createRoot } from "@/lib/server/user/set-up";
import { applyRestore } from "./backup/apply-restore";
import { holdDataDir } from "./hold-data-dir";
import { loadSecret } from "./load-secret";
import { makeDataDir } from "./make-data-dir";
import { placeRoots } from "./place-roots";
import { findResumable, loadSettings, pagesOf, startGroups } from "./run-groups";

/** Everything that must be there before the first answer: keys, migrated database, storage, first account. */
export async function prepareApp(
  env: Env,
  { appDir, stopping }: { appDir: string; stopping: AbortSignal },
): Promise<App> {
  const log = pino({ level: env.logLevel, base: null });
  const fixed = placeRoots(env.roots);
  makeDataDir(env.dataDir);
  leaveOutSlowExchanges();
  readySpawner();
  // Before anything in it changes hands.
  await holdDataDir(env.dataDir);
  if (applyRestore(env.dataDir)) log.info("backup restored; the previous files now end in .before-restore");
  const keys = deriveKeys(loadSecret(env.dataDir));
  const file = path.join(env.dataDir, "filedeck.db");
  const ballast = createBallast(env.dataDir);
  ballast.releaseIfScarce();
  const applied = await migrate(file, path.join(appDir, "prisma", "migrations"));
  if (applied.length > 0) log.info({ applied }, "database migrated");
  const db = openDb(file, () => {
    const isReleased = ballast.release();
    log.error({ isReleased }, "the volume of the data folder is full");
    return isReleased;
  });
  keepBallast(ballast, { log, stopping });
  await settleUnwrittenEnds(db, openEndedFile(env.dataDir));
  await loadSettings({ db, log });
  setTaskKinds(groups.flatMap(({ tasks = [] }) => tasks));
  setUndoKinds(groups.flatMap(({ undo = [] }) => undo));
  await tidyTasks(db, await findResumable(db));
  const makeStorage = await openStorage({
    journalFile: path.join(env.dataDir, "temporaries.journal"),
    hiddenDirs: [realpathSync(env.dataDir)],
    searchIndex: () => searchIndexIn(env.dataDir),
    connectHost: connectForFiles,
    openContainer: openContainerFiles,
  });
  const quotaFor = createQuotaAccounts((dirs) => measureDirs(dirs, makeStorage));
  const storageAt: App["storageAt"] = ({ ownProtected = [], countedFor, ...places }) => {
    const storage = makeStorage({
      ...places,
      scopes: withoutStacks(places.scopes),
      protectedPaths: [...protectedPaths.get(), ...ownProtectedHosts(ownProtected, places.roots)],
    });
    const quota = countedFor === undefined ? null : quotaFor(countedFor);
    return quota === null ? storage : limitStorage(storage, quota);
  };
  const storageFor = rememberStorage(
    (actor: Actor) => {
      const { ownProtected } = actor;
      const scopes = scopesOn(actor);
      const seen = actorRoots([...fixed, ...addedLocations.get()], { scopes }, elsewhereOf(actor));
      return storageAt({ roots: seen, scopes, ownProtected, asker: askerOf(actor), countedFor: actor });
    },
    () => [addedLocations.get(), protectedPaths.get(), hostRoots(), containerPlaces(), closedStackFolders()],
  );
  const app = startApp({
    env,
    db,
    keys,
    log,
    audit: createAuditLog(db, log),
    version: packageJson.version,
    storageFor,
    storageAt,
    quotaFor,
    setupToken: await prepareFirstAccount(db, env),
    stopping,
  });
  openPageDoor({ basePath: env.basePath, answerCall, ...pagesOf(groups) });
  await startGroups(app);
  return app;
}

/** Whoever is limited to some folders has none in which stacks are. */
function withoutStacks(scopes: readonly Scope[] | null): readonly Scope[] | null {
  const closed = closedStackFolders();
  if (closed.length === 0 || scopes === null) return scopes;
  return scopes.map((scope) => ({ ...scope, denyDirs: [...scope.denyDirs, ...closed] }));
}

/** With a configured password root is made at once; otherwise a one-time secret for the set-up link. */
async function prepareFirstAccount(db: App["db"], env: Env): Promise<string | null> {
  if ((await db.user.count()) > 0) return null;
  if (env.admin.password === null) return randomId(32);
  if (isWeakPassword(env.admin.password, env.admin.username))
    throw new EnvError("FILEDECK_ADMIN_PASSWORD", "is too easy to guess; choose a longer or less common one");
  await createRoot(db, env.admin.username, env.admin.password);
  return null;
}
