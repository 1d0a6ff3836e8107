import { dockerContract } from "@/lib/contracts/docker";
import { AppError, isAppError } from "@/lib/shared/errors";
import { parseVirtualPath } from "@/lib/shared/paths";
import { fitPair } from "@/lib/server/base/fit-text";
import type { Service } from "@/lib/server/http/service";
import type { Actor } from "@/lib/server/runtime/ctx";
import { openWatched } from "@/lib/server/terminal/open-watched";
import { allAuths } from "@/lib/server/docker/registry/registry-auth";
import { assertName } from "./assert-name";
import { buildContext } from "./build-context";
import { openBuildNetwork } from "./build-network";
import { buildSource } from "./build-source";

export const buildImage: Service<typeof dockerContract.buildImage> = async (
  { path, dockerfile, reference, pull, fresh, cols, rows },
  ctx,
) => {
  const { actor, storage } = ctx;
  ctx.about(fitPair(path, reference));
  // What it downloads the daemon fetches from where the server is.
  if (!hasNetworks(actor)) throw new AppError("auth/forbidden", { permission: "lan_access" });
  assertName(actor, reference);
  if ((await storage.stat(path)).kind !== "folder") throw new AppError("file/not-folder");
  const file = parseVirtualPath(`${path}/${dockerfile}`);
  if (file === null) throw noDockerfile(dockerfile);
  const { kind } = await storage.stat(file).catch((error: unknown) => {
    throw isAppError(error) && error.key === "file/not-found" ? noDockerfile(dockerfile) : error;
  });
  if (kind !== "file") throw noDockerfile(dockerfile);
  const terminal = await openWatched(ctx, {
    access: dockerContract.buildImage.access,
    mayStill: hasNetworks,
    size: { cols, rows },
    open: async () =>
      buildSource({
        reference,
        dockerfile,
        pull,
        fresh,
        openNetwork: actor.isRoot ? null : openBuildNetwork,
        auths: () => allAuths(ctx.db),
        context: (signal) => buildContext(storage, path, { dockerfile, signal }),
      }),
  });
  return { id: terminal.id };
};

const hasNetworks = ({ permissions }: Pick<Actor, "permissions">) => permissions.has("lan_access");
const noDockerfile = (name: string) => new AppError("docker/no-dockerfile", { name });
