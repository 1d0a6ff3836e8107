import type { propertiesContract } from "@/lib/contracts/properties";
import { AppError } from "@/lib/shared/errors";
import { nameOf } from "@/lib/shared/paths";
import type { Service } from "@/lib/server/http/service";
import { startTask } from "@/lib/server/task/start-task";

const plainBits = 0o777;

/**
 * Owners and special bits are for root alone: what the server writes belongs to its own account, often the system's root, and a
 * program of theirs with the set-user-id bit would be anybody's way to those rights.
 */
export const setAttributes: Service<typeof propertiesContract.setAttributes> = async (input, ctx) => {
  const { files, mode, owner, group, recursive } = input;
  const isForRoot = owner !== undefined || group !== undefined || (mode !== undefined && (mode & ~plainBits) !== 0);
  if (isForRoot && !ctx.actor.isRoot) throw new AppError("auth/forbidden", { permission: "is_root" });
  if (mode === undefined && owner === undefined && group === undefined)
    throw new AppError("request/invalid", { field: "mode", problem: "nothing to change" });
  const [first] = files;
  return startTask(ctx, {
    kind: "attributes",
    title: first === undefined ? "" : nameOf(first),
    input: {
      files,
      recursive,
      ...(mode === undefined ? {} : { mode }),
      ...(owner === undefined ? {} : { owner }),
      ...(group === undefined ? {} : { group }),
    },
    steps: files.map((path) => ({
      path,
      run: ({ signal, onProgress }) =>
        ctx.storage.setAttributes(path, { change: { mode, owner, group }, recursive, signal, onProgress }),
    })),
  });
};
