import type { dockerContract } from "@/lib/contracts/docker";
import type { Service } from "@/lib/server/http/service";
import { askDocker } from "./ask-docker";

const maxContainers = 1_000;
const maxLabels = 50;
const maxText = 256;

export const listContainers: Service<typeof dockerContract.listContainers> = async () => {
  const found = await askDocker("", (docker, abortSignal) =>
    docker.listContainers({ all: true, limit: maxContainers, abortSignal }),
  );
  return {
    containers: found.map(({ Id, Names, Image, State, Labels }) => ({
      id: Id,
      name: nameOf(Names[0] ?? Id),
      image: Image.slice(0, maxText),
      state: State,
      labels: Object.fromEntries(
        Object.entries(Labels)
          .slice(0, maxLabels)
          .map(([key, value]) => [key.slice(0, maxText), value.slice(0, maxText)]),
      ),
    })),
  };
};

/** Docker puts a slash in front. */
export function nameOf(name: string): string {
  return name.replace(/^\//, "").slice(0, maxText);
}
