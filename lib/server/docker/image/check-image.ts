import { z } from "zod";
import type { dockerContract } from "@/lib/contracts/docker";
import { isAppError } from "@/lib/shared/errors";
import { createTurns } from "@/lib/server/base/turns";
import type { Service } from "@/lib/server/http/service";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { openRepository, type Repository } from "@/lib/server/docker/registry/open-repository";
import { readManifest } from "@/lib/server/docker/registry/read-manifest";
import { authFor } from "@/lib/server/docker/registry/registry-auth";
import { pullFailure } from "@/lib/server/docker/registry/registry-failure";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { assertRegistry } from "./assert-registry";
import { isSameImage, type LocalImage } from "./is-same-image";

const answerMs = 60_000;
const missing = "docker/no-image";
/** Of questions that hold lists of a megabyte. */
const turns = createTurns({ atOnce: 2, inAll: 8, maxWaiting: 50, maxWaitMs: answerMs });

/** `Manifests`: of daemons that keep images as containerd does, whose ids are digests of lists. */
const inspected = z.object({
  Id: z.string(),
  RepoDigests: z.array(z.string()).nullish(),
  Os: z.string(),
  Architecture: z.string(),
  Variant: z.string().nullish(),
  Manifests: z.array(z.object({ ID: z.string(), Kind: z.string(), Available: z.boolean() })).nullish(),
});
const described = z.object({ Descriptor: z.object({ digest: z.string() }) });

export const checkImage: Service<typeof dockerContract.checkImage> = async ({ reference }, { actor, db, signal }) => {
  const local = await readLocal(reference);
  // It was made here, and no registry knows it.
  if (local === null) return { state: "local", digest: "" };
  await assertRegistry(actor, reference);
  const account = await authFor(db, reference);
  // By the daemon, which pulls by the same way.
  const said = await askDocker(
    reference,
    (docker) =>
      docker.getImage(reference).distribution(account === null ? {} : { authconfig: account }) as Promise<unknown>,
    { patienceMs: answerMs, missing },
  ).catch((error: unknown) => Promise.reject(pullFailure(error)));
  const { digest } = described.parse(said).Descriptor;
  const holder = userIdOf(actor);
  const reach = () => Promise.resolve({ lan: actor.permissions.has("lan_access"), holder });
  const leave = await turns(holder, signal);
  let repository: Repository | undefined;
  try {
    const isSame = await isSameImage(local, digest, async (wanted) => {
      repository ??= await openRepository(reference, { account, reach, signal });
      return readManifest(repository, wanted);
    });
    return { state: isSame ? "current" : "newer", digest };
  } catch (error) {
    signal.throwIfAborted();
    if (!isAppError(error)) throw error;
    // Where the daemon alone gets through to it, such as by a certificate of its own, the digest is all that is known.
    return { state: "newer", digest };
  } finally {
    leave();
  }
};

/** Null for one that was never pulled or pushed. */
async function readLocal(reference: string): Promise<LocalImage | null> {
  const said = await askDocker(
    reference,
    (docker) => docker.getImage(reference).inspect({ manifests: true }) as Promise<unknown>,
    { missing },
  );
  const { Id, RepoDigests, Os, Architecture, Variant, Manifests } = inspected.parse(said);
  if ((RepoDigests ?? []).length === 0) return null;
  const own = (Manifests ?? []).filter(({ Kind, Available }) => Kind === "image" && Available);
  return {
    id: Id,
    digests: [...(RepoDigests ?? []).map((one) => one.slice(one.indexOf("@") + 1)), ...own.map(({ ID }) => ID)],
    platform: { os: Os, architecture: Architecture, variant: Variant ?? "" },
  };
}
