import { z } from "zod";
import type { dockerContract } from "@/lib/contracts/docker";
import { imageLimits } from "@/lib/contracts/docker-images";
import type { Service } from "@/lib/server/http/service";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { tagsOf } from "./follow-images";
import { shortId } from "./get-image";
import { listUsers } from "./list-users";

/** It measures what images share, which takes its time. */
const measureMs = 60_000;

const usage = z.object({
  Images: z
    .array(
      z.object({
        Id: z.string(),
        RepoTags: z.array(z.string()).nullable(),
        Size: z.number(),
        SharedSize: z.number(),
      }),
    )
    .nullable(),
});

export const listUnusedImages: Service<typeof dockerContract.listUnusedImages> = async ({ all }) => {
  const [said, users] = await Promise.all([
    askDocker("", (docker) => docker.df() as Promise<unknown>, { patienceMs: measureMs }),
    listUsers(),
  ]);
  const images = usage.parse(said).Images ?? [];
  const found = images
    .filter(({ Id, RepoTags }) => !users.has(Id) && (all || tagsOf(RepoTags).length === 0))
    .toSorted((a, b) => b.Size - a.Size)
    .slice(0, imageLimits.pruned);
  return {
    images: found.map(({ Id, RepoTags, Size }) => ({ id: Id, name: tagsOf(RepoTags)[0] ?? shortId(Id), size: Size })),
    bytes: found.reduce((sum, { Size, SharedSize }) => sum + Math.max(0, Size - Math.max(0, SharedSize)), 0),
  };
};
