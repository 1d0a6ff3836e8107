import type { dockerContract } from "@/lib/contracts/docker";
import { AppError } from "@/lib/shared/errors";
import { admitContainer } from "@/lib/server/docker/admit-container";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { assertStartable } from "@/lib/server/docker/assert-startable";
import { containersChanged } from "@/lib/server/docker/follow-containers";
import type { Service } from "@/lib/server/http/service";
import { cpusOf, memoryOf, policyFor, policyOf } from "./container-body";
import { ownerOf } from "./maker";
import { whileNotReplaced } from "./replaced-names";

export const limitContainer: Service<typeof dockerContract.limitContainer> = async (
  { id: container, memory, cpus, restart: asked },
  ctx,
) => {
  const { id, name, inspected } = await admitContainer(ctx.actor, container, "change");
  ctx.about(name);
  const { HostConfig } = inspected;
  // By that Docker starts it itself.
  if (asked !== undefined && asked !== "no") await assertStartable(ctx, inspected, name);
  const restart = asked && policyFor(await ownerOf(ctx.actor, inspected), asked);
  if ((memory === null && HostConfig.Memory) || (cpus === null && HostConfig.NanoCpus))
    throw new AppError("docker/limit-stays", { name });
  await whileNotReplaced({ id, name }, () =>
    askDocker(name, (docker) =>
      docker.getContainer(id).update({
        ...(restart === undefined ? {} : { RestartPolicy: policyOf(restart, HostConfig.RestartPolicy) }),
        ...(typeof memory !== "number" ? {} : memoryOf(memory, HostConfig)),
        ...(typeof cpus !== "number" ? {} : cpusOf(cpus)),
      }),
    ),
  );
  containersChanged();
  return {};
};
