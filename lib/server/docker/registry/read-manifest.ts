import { hash } from "node:crypto";
import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import type { Repository } from "./open-repository";
import { bytesOf, parseAnswer } from "./parse-answer";

/** Lists of a hundred platforms have 50 KB. */
const maxBytes = 1024 * 1024;
const accept = [
  "application/vnd.oci.image.index.v1+json",
  "application/vnd.docker.distribution.manifest.list.v2+json",
  "application/vnd.oci.image.manifest.v1+json",
  "application/vnd.docker.distribution.manifest.v2+json",
].join(", ");

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const platform = z.object({ os: z.string(), architecture: z.string(), variant: z.string().optional() });
const listed = z.object({ digest, platform: platform.optional() });
export type ListedManifest = z.output<typeof listed>;

const manifest = z.union([
  z
    .object({ manifests: z.array(listed).max(1_000) })
    .transform(({ manifests }) => ({ kind: "index" as const, manifests })),
  z
    .object({ config: z.object({ digest }) })
    .transform(({ config }) => ({ kind: "image" as const, config: config.digest })),
]);
/** `index`: the images of several platforms; `image`: one image, by the digest of its configuration. */
export type Manifest = z.output<typeof manifest>;

/** The manifest that has this digest, which what is answered must have. Throws outbound/… */
export async function readManifest(repository: Repository, wanted: string): Promise<Manifest> {
  const bytes = await bytesOf(await repository(`manifests/${wanted}`, { headers: { accept }, maxBytes }));
  if (`sha256:${hash("sha256", bytes, "hex")}` !== wanted) throw new AppError("outbound/answer");
  return parseAnswer(manifest, bytes);
}
