import type { ListedManifest, Manifest } from "@/lib/server/docker/registry/read-manifest";

export type Platform = { os: string; architecture: string; variant: string };

/** What is known of an image that is here. */
export type LocalImage = {
  /** With Docker's own store the digest of its configuration. */
  id: string;
  /** Of what it was pulled or pushed as, and of its manifests: lists, or those of one platform. */
  digests: readonly string[];
  platform: Platform;
};

/** What a platform is taken for that names no variant. */
const usual: Readonly<Record<string, string>> = { arm: "v7", arm64: "v8", amd64: "v1" };
/** More of one platform are in no list that is meant well. */
const mostCandidates = 4;

/** The manifests of a list that are for this platform; of all its variants where the image does not say which it is of. */
export function manifestsFor(listed: readonly ListedManifest[], { os, architecture, variant }: Platform): string[] {
  const isWanted = (own: string | undefined) => variant === "" || (own ?? usual[architecture] ?? "") === variant;
  return listed
    .filter(({ platform: own }) => own?.os === os && own.architecture === architecture && isWanted(own.variant))
    .map(({ digest }) => digest)
    .slice(0, mostCandidates);
}

/**
 * Whether a pull of the manifest with this digest would give the image that is here: it was pulled as that, or as what the list has for its platform, or is made of the same
 * configuration, and with it of the same layers. `read` is asked for no more than it takes.
 */
export async function isSameImage(
  { id, digests, platform }: LocalImage,
  digest: string,
  read: (digest: string) => Promise<Manifest>,
): Promise<boolean> {
  if (digests.includes(digest)) return true;
  const found = await read(digest);
  if (found.kind === "image") return found.config === id;
  const candidates = manifestsFor(found.manifests, platform);
  if (candidates.some((one) => digests.includes(one))) return true;
  for (const one of candidates) {
    const inner = await read(one);
    if (inner.kind === "image" && inner.config === id) return true;
  }
  return false;
}
