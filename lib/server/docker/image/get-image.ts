import type { dockerContract } from "@/lib/contracts/docker";
import type { Service } from "@/lib/server/http/service";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { tagsOf } from "./follow-images";

const maxText = 1_000;
const most = 200;
const cut = (text: string | null | undefined) => (text ?? "").slice(0, maxText);
const listOf = (list: readonly string[] | null | undefined) => (list ?? []).slice(0, most).map(cut);
/** Of a table whose keys alone say something. */
const keysOf = (table: object | null | undefined) => listOf(Object.keys(table ?? {}));

/** What the package says less of than the daemon tells. */
type Layer = { Created: number; CreatedBy: string; Size: number };

export const getImage: Service<typeof dockerContract.getImage> = async ({ id }) => {
  const name = shortId(id);
  const [found, layers] = await askDocker(
    name,
    (docker) => Promise.all([docker.getImage(id).inspect(), docker.getImage(id).history() as Promise<Layer[]>]),
    { missing: "docker/no-image" },
  );
  const { Config } = found;
  const labels = Object.entries((Config.Labels as Record<string, string> | null) ?? {}).slice(0, most);
  return {
    id: found.Id,
    tags: tagsOf(found.RepoTags).slice(0, most),
    digests: listOf(found.RepoDigests),
    created_at: Date.parse(found.Created) || 0,
    size: found.Size,
    platform: [found.Os, found.Architecture].filter(Boolean).join("/"),
    command: [...partsOf(Config.Entrypoint), ...partsOf(Config.Cmd)],
    user: cut(Config.User),
    folder: cut(Config.WorkingDir),
    ports: keysOf(Config.ExposedPorts),
    volumes: keysOf(Config.Volumes),
    environment: listOf(Config.Env),
    labels: Object.fromEntries(labels.map(([key, value]) => [cut(key), cut(value)])),
    layers: layers
      .slice(0, most)
      .map(({ Created, CreatedBy, Size }) => ({ created_at: Created * 1000, by: cut(CreatedBy), size: Size })),
  };
};

const partsOf = (command: string | string[] | null | undefined): string[] =>
  typeof command === "string" ? [cut(command)] : listOf(command);

/** As Docker shows it. */
export const shortId = (id: string): string => id.replace("sha256:", "").slice(0, 12);
