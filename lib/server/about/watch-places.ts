import { hostname } from "node:os";
import { decodePath } from "@/lib/shared/paths";
import { followPlaceCode } from "@/lib/contracts/audited-actions";
import { tellAdministrators } from "@/lib/server/notify/tell-administrators";
import type { App } from "@/lib/server/runtime/app";
import { recordOwn } from "@/lib/server/runtime/record-own";
import { toActor } from "@/lib/server/session/find-actor";
import { actorRoots } from "@/lib/server/setting/actor-roots";
import { addedLocations } from "@/lib/server/setting/locations";
import { ownProtectedHosts } from "@/lib/server/setting/own-protected";
import { protectedPaths } from "@/lib/server/setting/protected-paths";
import type { PlaceNews } from "@/lib/server/storage/known-places";
import { placesIn } from "@/lib/server/storage/open-storage";
import { realPlace } from "@/lib/server/storage/places";
import { parseProtected } from "@/lib/server/storage/protected";

type Watching = Pick<App, "db" | "env" | "audit" | "log">;

/** From now on what was moved from outside is recorded and administrators are told. Before the first answer: what was moved while the server did not run, too. */
export async function startWatchingPlaces(app: Watching): Promise<void> {
  const known = placesIn(app.env.dataDir);
  known.onNews((news) => tell(app, news));
  for (const place of await trashPlaces(app)) await known.lookAtOwn(place);
  await watchPlaces(app);
}

/** Looks whether the folders of all lists are where they were. */
export async function watchPlaces({ db, env }: Watching): Promise<void> {
  const known = placesIn(env.dataDir);
  const [named, dataDir] = [await namedPlaces(db, env), await realPlace(env.dataDir, null)];
  const places = [...new Set([...named, dataDir])];
  known.keepOnly(places);
  await known.look([...places, ...known.own()]);
}

async function namedPlaces(db: App["db"], env: App["env"]): Promise<string[]> {
  const fixed = await Promise.all(
    env.roots.map(async (root) => ({ ...root, hostPath: await realPlace(root.hostPath, null) })),
  );
  const configured = [...fixed, ...addedLocations.get()];
  const patterns = [...protectedPaths.get()];
  const places: string[] = [];
  for (const user of await db.user.findMany({ include: { role: true } })) {
    const actor = toActor(user, { sessionId: null, tokenId: null });
    for (const { denyDirs, readOnlyDirs } of actor.scopes ?? []) places.push(...denyDirs, ...readOnlyDirs);
    if (actor.ownProtected.length > 0)
      patterns.push(...ownProtectedHosts(actor.ownProtected, actorRoots(configured, actor)));
  }
  return [...places, ...patterns.flatMap((text) => parseProtected(text)?.base ?? [])];
}

/** Of what was deleted before the places of trashes were written down. */
async function trashPlaces({ db }: Pick<App, "db">): Promise<string[]> {
  const rows = await db.$queryRaw<{ place: string }[]>`
    SELECT DISTINCT substr("folder", 1, instr("folder", '/.filedeck-trash/') + 15) AS "place" FROM "Trash"
    WHERE "folder" LIKE '/%' AND instr("folder", '/.filedeck-trash/') > 0`;
  return rows.flatMap(({ place }) => decodePath(place) ?? []);
}

function tell({ db, audit, log }: Watching, { place, to, isOwn, isBack }: PlaceNews): void {
  log.warn({ place, to, isBack }, "a folder with rules of its own, or a trash, was moved");
  recordOwn(audit, {
    action: followPlaceCode,
    target: to === null ? place : `${place} → ${to}`,
    outcome: to === null ? "file/place-lost" : "success",
  });
  // Of a trash that nobody finds there is nothing to say: mostly somebody has deleted it.
  if (isOwn && to === null) return;
  const words = isOwn ? (isBack ? "trashBack" : "trashMoved") : to === null ? "placeLost" : "placeMoved";
  tellAdministrators(db, {
    kind: "server",
    importance: isBack ? "info" : "critical",
    words,
    params: { host: hostname(), place, ...(to === null ? {} : { to }) },
    link: "/audit",
  }).catch((error: unknown) => log.error({ err: error }, "administrators could not be told of a moved folder"));
}
