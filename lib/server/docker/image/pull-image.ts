import type { dockerContract } from "@/lib/contracts/docker";
import { AppError, isAppError } from "@/lib/shared/errors";
import { parseImageReference } from "@/lib/shared/image-reference";
import type { StepContext, StepOutcome } from "@/lib/server/group/task-step";
import type { Service } from "@/lib/server/http/service";
import { startTask } from "@/lib/server/task/start-task";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { assertRegistry } from "./assert-registry";
import { imagesChanged } from "./follow-images";
import { createLayers } from "./layers";
import { readMessages } from "./read-messages";

/** Until the daemon says its first word: it has found the registry and its manifest by then. */
const answerMs = 120_000;

export const pullImage: Service<typeof dockerContract.pullImage> = async ({ reference }, ctx) => {
  ctx.about(reference);
  await assertRegistry(ctx.actor, reference);
  return startTask(ctx, {
    kind: "pull",
    title: reference,
    input: { reference },
    steps: [
      {
        path: reference,
        run: (step) => pull(reference, step).catch((error: unknown) => Promise.reject(plainly(error))),
      },
    ],
  });
};

/** A task keeps the kind of a failure alone, and not what the daemon said of it. */
function plainly(error: unknown): unknown {
  if (
    !isAppError(error) ||
    (error.key !== "docker/refused" && error.key !== "docker/failed" && error.key !== "docker/no-image")
  )
    return error;
  const isAway = /dial tcp|no such host|timeout|connection refused|TLS|certificate/i.test(
    String(error.params["text"] ?? ""),
  );
  return new AppError(isAway ? "docker/registry-unreachable" : "docker/pull-failed", {}, { cause: error });
}

/** Its layers one by one: bytes that came, and those that are whole. The daemon stops when nobody listens any more. */
async function pull(reference: string, { signal, onProgress }: StepContext): Promise<StepOutcome> {
  const { tag, digest } = parseImageReference(reference) ?? { tag: null, digest: null };
  const whole = tag === null && digest === null ? `${reference}:latest` : reference;
  const layers = createLayers();
  signal.throwIfAborted();
  const stream = await askDocker(
    reference,
    (docker, late) => docker.pull(whole, { abortSignal: AbortSignal.any([late, signal]) }),
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
    }
  } finally {
    imagesChanged();
  }
  signal.throwIfAborted();
  const { files, bytes } = layers.progress();
  return { files, bytes, facts: { isNew: layers.isNew() } };
}
