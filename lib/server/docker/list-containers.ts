import type { dockerContract } from "@/lib/contracts/docker";
import type { Service } from "@/lib/server/http/service";
import { containerRightsOf } from "@/lib/server/session/container-rights";
import { askContainers } from "./ask-containers";
import { findProject } from "./compose-project";
import { isOwnContainer } from "./created-by";

const maxContainers = 1_000;
const maxLabels = 50;
const maxText = 256;

export const listContainers: Service<typeof dockerContract.listContainers> = async (_, { actor }) => {
  const { rows: found, unreadable } = await askContainers("", { all: true, limit: maxContainers });
  const named = await Promise.all(
    found.map(async (one) => ({
      ...one,
      name: nameAmong(one),
      project: await findProject(one.Labels, one.ImageID),
      isOwn: await isOwnContainer(actor, { labels: one.Labels, imageId: one.ImageID }),
    })),
  );
  return {
    // How many there are is for who sees them all.
    unreadable: actor.permissions.has("docker_view") ? unreadable : 0,
    containers: named
      .filter((one) => containerRightsOf(actor, one) !== null)
      .map(({ Id, name, project, Image, State, Labels }) => ({
        id: Id,
        name,
        image: Image.slice(0, maxText),
        state: State,
        project,
        labels: Object.fromEntries(
          Object.entries(Labels)
            .slice(0, maxLabels)
            .map(([key, value]) => [key.slice(0, maxText), value.slice(0, maxText)]),
        ),
      })),
  };
};

/** Its own: a container that links to it gives it another one, below its own name. */
export function nameAmong({ Id, Names }: { Id: string; Names: readonly string[] }): string {
  return nameOf(Names.find((name) => name.lastIndexOf("/") === 0) ?? Id);
}

/** Docker puts a slash in front. */
export function nameOf(name: string): string {
  return name.replace(/^\//, "").slice(0, maxText);
}
