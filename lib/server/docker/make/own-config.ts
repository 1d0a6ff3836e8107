import type Docker from "dockerode";

type Config = Docker.ContainerInspectInfo["Config"];

const fromImage = ["Entrypoint", "Cmd", "WorkingDir", "User", "Healthcheck", "StopSignal"] as const;

/**
 * What a container was given itself, without what it has of its image: with another image it has that one's. `image`: the one that it was made of; null: it is not
 * there any more, and everything is taken for the container's own.
 */
export function ownConfig(config: Config, image: Partial<Config> | null): Config {
  if (image === null) return config;
  const isSame = (name: string) =>
    JSON.stringify(config[name as keyof Config] ?? null) === JSON.stringify(image[name as keyof Config] ?? null);
  const hasOwnEntrypoint = !isSame("Entrypoint");
  // Beside an entrypoint of its own a container gets no command of its image: one that is the same was given.
  const inherited = fromImage.filter((name) => isSame(name) && !(name === "Cmd" && hasOwnEntrypoint));
  const given = new Set(image.Env ?? []);
  const isRemoved = hasOwnEntrypoint && (config.Entrypoint ?? []).length === 0;
  return {
    ...config,
    ...Object.fromEntries(inherited.map((name) => [name, undefined])),
    // For none at all the daemon takes the image's; an empty one takes that away.
    ...(isRemoved ? { Entrypoint: [""] } : {}),
    Env: (config.Env ?? []).filter((line) => !given.has(line)),
    Labels: ownEntries(config.Labels, image.Labels),
    ExposedPorts: ownEntries(config.ExposedPorts, image.ExposedPorts),
    Volumes: ownEntries(config.Volumes, image.Volumes),
  };
}

type Entries<T> = Record<string, T> | null | undefined;

/** The daemon says null for a table without anything in it, whatever its description says. */
function ownEntries<T>(all: Entries<T>, ofImage: Entries<T>): Record<string, T> {
  const isOwn = ([name, value]: [string, T]) => JSON.stringify(ofImage?.[name]) !== JSON.stringify(value);
  return Object.fromEntries(Object.entries(all ?? {}).filter(isOwn));
}
