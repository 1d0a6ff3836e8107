import { sortByName } from "@/lib/shared/compare-names";
import { AppError } from "@/lib/shared/errors";
import type { Db } from "@/lib/server/db/open-db";
import { isAdministratorsToken, type Actor } from "@/lib/server/runtime/ctx";
import { containerPermissions } from "@/lib/server/session/container-rights";

type ContainerPlace = { userId: string; name: string };

const mostPerUser = 20;

/** Kept here because each request asks. A new list whenever one of them changes. */
const state: { places: readonly ContainerPlace[] } = { places: [] };

export async function loadContainerPlaces(db: Db): Promise<void> {
  const places = await db.containerPlace.findMany({ select: { userId: true, name: true } });
  state.places = sortByName(places, ({ name }) => name);
}

export const containerPlaces = (): readonly ContainerPlace[] => state.places;

/** The place id of a container's `/`. */
export const topOfContainer = (name: string): string => `container:${name}`;

/** Throws docker/too-many-places where the user has as many as there can be. */
export async function addContainerPlace(db: Db, { userId, name }: ContainerPlace): Promise<void> {
  const own = state.places.filter((place) => place.userId === userId);
  if (own.some((place) => place.name === name)) return;
  if (own.length >= mostPerUser) throw new AppError("docker/too-many-places", { count: mostPerUser });
  await db.containerPlace.upsert({
    where: { userId_name: { userId, name } },
    create: { userId, name },
    update: {},
  });
  await loadContainerPlaces(db);
}

/** False where it was none. */
export async function removeContainerPlace(db: Db, place: ContainerPlace): Promise<boolean> {
  const { count } = await db.containerPlace.deleteMany({ where: place });
  await loadContainerPlaces(db);
  return count > 0;
}

/**
 * The containers that this actor has among the places, as far as they may open shells in any. In which ones is asked of the daemon when their files are (open-container-files.ts).
 * Whoever looks at the console as somebody else has none: their hosts are not shown either. Nor has a token of an administrator (docs/decisions/0105).
 */
export function containerRootsOf(actor: Actor) {
  const { userId, permissions, containers, viewer } = actor;
  const mayOpen = permissions.has(containerPermissions.shell) || permissions.has("docker_container_rule");
  const isNamed = permissions.has(containerPermissions.shell) || containers.some(({ may }) => may.includes("shell"));
  if (userId === null || viewer !== null || isAdministratorsToken(actor) || !mayOpen || !isNamed) return [];
  return state.places
    .filter((place) => place.userId === userId)
    .map(({ name }) => ({ hostPath: topOfContainer(name), note: name, word: `container-${name}` }));
}
