import type { dockerContract } from "@/lib/contracts/docker";
import { AppError } from "@/lib/shared/errors";
import { parseImageReference } from "@/lib/shared/image-reference";
import type { StepContext, StepOutcome } from "@/lib/server/group/task-step";
import type { Service } from "@/lib/server/http/service";
import { startTask } from "@/lib/server/task/start-task";
import { askDocker } from "@/lib/server/docker/ask-docker";
import type { Db } from "@/lib/server/db/open-db";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { randomId } from "@/lib/shared/units";
import { pullFailure } from "@/lib/server/docker/registry/registry-failure";
import { authFor } from "@/lib/server/docker/registry/registry-auth";
import { assertPull } from "./assert-name";
import { assertRegistry } from "./assert-registry";
import { beginPull } from "./follow-pull";
import { imagesChanged } from "./follow-images";
import { readMessages } from "./read-messages";

/** Until the daemon says its first word: it has found the registry and its manifest by then. */
const answerMs = 120_000;

export const pullImage: Service<typeof dockerContract.pullImage> = async ({ reference }, ctx) => {
  ctx.about(reference);
  await assertRegistry(ctx.actor, reference);
  await assertPull(ctx.actor, reference);
  const id = randomId();
  const live = beginPull(id, userIdOf(ctx.actor));
  return startTask(ctx, {
    kind: "pull",
    id,
    title: reference,
    input: { reference },
    steps: [
      {
        path: reference,
        async run(step) {
          // It may have waited for others.
          await assertPull(ctx.actor, reference);
          return pull(reference, { ...live, db: ctx.db }, step).catch((error: unknown) =>
            Promise.reject(pullFailure(error)),
          );
        },
      },
    ],
    onEnd: async () => live.end(),
  }).catch((error: unknown) => {
    live.end();
    throw error;
  });
};

/** Its layers one by one: bytes that came, and those that are whole. The daemon stops when nobody listens any more. */
async function pull(
  reference: string,
  { layers, tell, db }: Pick<ReturnType<typeof beginPull>, "layers" | "tell"> & { db: Db },
  { signal, onProgress }: StepContext,
): Promise<StepOutcome> {
  const { tag, digest } = parseImageReference(reference) ?? { tag: null, digest: null };
  const whole = tag === null && digest === null ? `${reference}:latest` : reference;
  signal.throwIfAborted();
  const auth = await authFor(db, reference);
  const stream = await askDocker(
    reference,
    (docker, late) =>
      docker.pull(whole, {
        abortSignal: AbortSignal.any([late, signal]),
        ...(auth === null ? {} : { authconfig: auth }),
      }),
    {
      patienceMs: answerMs,
      missing: "docker/no-image",
    },
  );
  try {
    for await (const message of readMessages(stream, signal)) {
      if (message.error !== undefined) throw new AppError("docker/refused", { text: message.error.slice(0, 500) });
      layers.hear(message);
      onProgress(layers.progress());
      tell();
    }
  } finally {
    imagesChanged();
  }
  signal.throwIfAborted();
  const { files, bytes } = layers.progress();
  return { files, bytes, facts: { isNew: layers.isNew() } };
}
