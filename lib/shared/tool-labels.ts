/** What begins with one of these Docker, Compose, Podman, and Filedeck write and believe: by them a container is one of a stack, whoever has made it. */
const prefixes = ["com.docker.", "io.docker.", "org.dockerproject.", "io.podman.", "filedeck."];

export const isToolLabel = (name: string): boolean => {
  const lower = name.toLowerCase();
  return prefixes.some((prefix) => lower.startsWith(prefix));
};

/**
 * Labels that only describe something. By all others a proxy, a scheduler, or an updater that looks at every container of the machine may be told what to do (Traefik, Caddy,
 * Ofelia, Watchtower), in the name of whoever runs it.
 */
const plain =
  /^(?:org\.opencontainers\.image\.|org\.label-schema\.|users\.|(?:maintainer|description|version|vendor|name|summary)$)/;

export const isPlainLabel = (name: string): boolean => plain.test(name);
