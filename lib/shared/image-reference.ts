/** What Docker takes when a registry is not named. */
const hub = "docker.io";
const maxName = 255;

const domainPart = /^(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])$/;
const pathPart = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/;
const tagPattern = /^\w[\w.-]{0,127}$/;
const digestPattern = /^sha256:[0-9a-f]{64}$/;

export type ImageReference = {
  /** Host and port; `docker.io` where none is named. */
  registry: string;
  /** As it was written, without tag and digest. */
  repository: string;
  tag: string | null;
  digest: string | null;
};

/** `registry:port/path:tag@digest`, as Docker's distribution writes references; null for what is none. What begins with a dash is none. */
export function parseImageReference(text: string): ImageReference | null {
  const [named = "", digest = null, ...more] = text.split("@");
  if (more.length > 0 || (digest !== null && !digestPattern.test(digest))) return null;
  const colon = named.indexOf(":", named.lastIndexOf("/") + 1);
  const [repository, tag] = colon < 0 ? [named, null] : [named.slice(0, colon), named.slice(colon + 1)];
  if (repository.length > maxName || (tag !== null && !tagPattern.test(tag))) return null;
  const parts = repository.split("/");
  const [first = ""] = parts;
  const hasRegistry =
    parts.length > 1 && (/[.:]/.test(first) || first === "localhost" || first !== first.toLowerCase());
  if (hasRegistry && !isRegistry(first)) return null;
  const path = hasRegistry ? parts.slice(1) : parts;
  if (!path.every((part) => pathPart.test(part) && !/\.\.|\._|_\.|___|-[._]|[._]-/.test(part))) return null;
  // Docker would take it for an id.
  if (!hasRegistry && parts.length === 1 && /^[0-9a-f]{64}$/.test(first)) return null;
  return { registry: hasRegistry ? first : hub, repository, tag, digest };
}

/** Registry and path of a name, with all that Docker takes for granted: those of two names for the same are the same. Null for what is none. */
export function repositoryOf(text: string): string | null {
  const parsed = parseImageReference(text);
  if (parsed === null) return null;
  const { registry, repository } = parsed;
  const path = repository.startsWith(`${registry}/`) ? repository.slice(registry.length + 1) : repository;
  if (!isHub(parsed) && !hubNames.has(registry)) return `${registry}/${path}`;
  return `${hub}/${path.includes("/") ? path : `library/${path}`}`;
}

export const isHub = ({ registry }: Pick<ImageReference, "registry">): boolean => registry === hub;

function isRegistry(text: string): boolean {
  const [host = "", port, ...more] = text.split(":");
  return (
    more.length === 0 &&
    (port === undefined || /^\d{1,5}$/.test(port)) &&
    host.split(".").every((part) => domainPart.test(part))
  );
}

/** Names under which Docker Hub is known besides the one that its images have. */
const hubNames = new Set(["index.docker.io", "registry-1.docker.io", "hub.docker.com"]);

/** The host of a registry as names of images have it, of what somebody typed; null for what is none. */
export function parseRegistryHost(text: string): string | null {
  const host = text.replace(/^https?:\/\//, "").replace(/\/(?:v[12]\/?)?$/, "");
  if (host === hub || hubNames.has(host)) return hub;
  const parsed = parseImageReference(`${host}/image`);
  return parsed !== null && parsed.registry === host ? host : null;
}

const shortDigest = 12;

/** `repository@sha256:…` with the beginning of the digest alone, as ids are shown. */
export function shortReference(reference: string): string {
  return reference.replace(/@sha256:([0-9a-f]+)$/, (_, digits: string) => `@${digits.slice(0, shortDigest)}`);
}
