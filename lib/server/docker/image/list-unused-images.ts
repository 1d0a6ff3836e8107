import { z } from "zod";
import type { dockerContract } from "@/lib/contracts/docker";
import { imageLimits } from "@/lib/contracts/docker-images";
import { parseImageReference, shortReference } from "@/lib/shared/image-reference";
import type { Service } from "@/lib/server/http/service";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { readEach } from "@/lib/server/runtime/read-rows";
import { tagsOf } from "./follow-images";
import { shortId } from "./get-image";
import { listUsers } from "./list-users";

/** It measures what images share, which takes its time. */
const measureMs = 60_000;

const usage = z.object({ Images: z.array(z.unknown()).nullable() });
const measuredImage = z.object({
  Id: z.string(),
  RepoTags: z.array(z.string()).nullable(),
  RepoDigests: z.array(z.string()).nullish(),
  Size: z.number(),
  SharedSize: z.number(),
});

export const listUnusedImages: Service<typeof dockerContract.listUnusedImages> = async ({ all }) => {
  const [said, users] = await Promise.all([
    askDocker("", (docker) => docker.df() as Promise<unknown>, { patienceMs: measureMs }),
    listUsers(),
  ]);
  // One that cannot be read is not offered.
  const measured = usage.parse(said).Images ?? [];
  const { rows: images } = await readEach("measured images", measured, (image) => measuredImage.parse(image));
  const repositories = new Set(images.flatMap(({ RepoTags }) => tagsOf(RepoTags).map(repositoryOf)));
  // Pulled by its digest, that is its name; where another image has a tag of the repository, that one has taken the tag.
  const hasName = ({ RepoTags, RepoDigests }: (typeof images)[number]) =>
    tagsOf(RepoTags).length > 0 || tagsOf(RepoDigests).some((digest) => !repositories.has(repositoryOf(digest)));
  const found = images
    .filter((image) => !users.has(image.Id) && (all || !hasName(image)))
    .toSorted((a, b) => b.Size - a.Size)
    .slice(0, imageLimits.pruned);
  return {
    images: found.map(({ Id, RepoTags, RepoDigests, Size }) => {
      const [name = shortId(Id)] = [...tagsOf(RepoTags), ...tagsOf(RepoDigests).map(shortReference)];
      return { id: Id, name, size: Size };
    }),
    bytes: found.reduce((sum, { Size, SharedSize }) => sum + Math.max(0, Size - Math.max(0, SharedSize)), 0),
  };
};

const repositoryOf = (reference: string) => parseImageReference(reference)?.repository ?? reference;
