import { creatorLabel } from "./volume-labels";

/** What begins with one of these Docker, Compose, Podman, and Filedeck write and believe: by them a container is one of a stack, whoever has made it. */
const prefixes = ["com.docker.", "io.docker.", "org.dockerproject.", "io.podman.", "filedeck."];

export const isToolLabel = (name: string): boolean => {
  const lower = name.toLowerCase();
  return prefixes.some((prefix) => lower.startsWith(prefix));
};

/** Of a container: the id of the user without an administrator's rights who has made it anew here with other settings. */
export const changerLabel = "filedeck.changed-by";

/** What on a container, a volume, or a network says that people had a part in it, and who. */
export const peopleIn = (labels: Readonly<Record<string, string>> | null | undefined): string[] =>
  [labels?.[creatorLabel], labels?.[changerLabel]].filter((one) => one !== undefined);
