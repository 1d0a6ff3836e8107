import type { dockerContract } from "@/lib/contracts/docker";
import { AppError, isAppError } from "@/lib/shared/errors";
import { parseImageReference } from "@/lib/shared/image-reference";
import type { Service } from "@/lib/server/http/service";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { assertName } from "./assert-name";
import { imagesChanged, tagsOf } from "./follow-images";
import { giveName } from "./give-name";
import { shortId } from "./get-image";
import { findImage } from "@/lib/server/docker/make/own-image";
import { listUsers } from "./list-users";

const removeMs = 60_000;
const missing = "docker/no-image";
const namedUsers = 5;

export const tagImage: Service<typeof dockerContract.tagImage> = async ({ id, reference }, ctx) => {
  ctx.about(`${shortId(id)} → ${reference}`);
  assertName(ctx.actor, reference);
  await giveName(id, reference);
  imagesChanged();
  return {};
};

export const removeImage: Service<typeof dockerContract.removeImage> = async ({ id, reference }, { about }) => {
  about(reference ?? shortId(id));
  const { tags, digests } = await namesOfImage(id);
  about(reference ?? tags[0] ?? digests[0] ?? shortId(id));
  if (reference !== undefined && !tags.includes(withTag(reference)))
    throw new AppError("docker/no-image", { name: reference });
  const isNameOnly = reference !== undefined && tags.length > 1;
  try {
    if (isNameOnly)
      await askDocker(reference, (docker) => docker.getImage(reference).remove({ noprune: true }), { missing });
    else await removeWhole(id, { tags, digests }, await listUsers());
  } finally {
    imagesChanged();
  }
  return {};
};

export const pruneImages: Service<typeof dockerContract.pruneImages> = async ({ ids }, { about, signal }) => {
  about(ids.map(shortId));
  let removed = 0;
  try {
    for (const id of new Set(ids)) {
      signal.throwIfAborted();
      // One that is gone or has come into use meanwhile is no failure of the others.
      const names = await namesOfImage(id).catch(() => ({ tags: [], digests: [] }));
      const isRemoved = await removeWhole(id, names, await listUsers()).then(
        () => true,
        () => false,
      );
      if (isRemoved) removed++;
    }
  } finally {
    imagesChanged();
  }
  return { removed, kept: new Set(ids).size - removed };
};

/** Throws docker/image-used where a container would lose it. */
async function removeWhole(id: string, { tags, digests }: Names, users: Awaited<ReturnType<typeof listUsers>>) {
  const name = tags[0] ?? digests[0] ?? shortId(id);
  const usedBy = users.get(id) ?? [];
  if (usedBy.length > 0)
    throw new AppError("docker/image-used", { name, containers: usedBy.slice(0, namedUsers).join(", ") });
  // Never by force, by which the daemon would take it from a container that has it by now: of several names it loses one after the other, and goes with the last.
  const names = [...tags, ...digests];
  if (names.length > 1)
    for (const one of names) if ((await findImage(one))?.id === id) await remove(one).catch(unlessGone);
  await remove(id).catch((error: unknown) => (names.length > 1 ? unlessGone(error) : Promise.reject(error)));
}

const remove = (image: string) =>
  askDocker(shortId(image), (docker) => docker.getImage(image).remove(), { patienceMs: removeMs, missing });

function unlessGone(error: unknown): void {
  if (!isAppError(error) || error.key !== missing) throw error;
}

type Names = { tags: readonly string[]; digests: readonly string[] };

async function namesOfImage(id: string): Promise<Names> {
  const found = await askDocker(shortId(id), (docker) => docker.getImage(id).inspect(), { missing });
  return { tags: tagsOf(found.RepoTags), digests: tagsOf(found.RepoDigests) };
}

const withTag = (reference: string) =>
  parseImageReference(reference)?.tag === null ? `${reference}:latest` : reference;
