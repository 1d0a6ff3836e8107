import type { fileContract } from "@/lib/contracts/file";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/run-endpoint";
import { keepVersions } from "@/lib/server/trash/keep-versions";
import { resolvePath } from "./resolve-path";
import { applyEol, encodeText } from "@/lib/server/text/text-encoding";

/** Replaces a text file in its encoding and with its line ends; a new file is made if there is none. */
export const saveText: Service<typeof fileContract.save> = async (input, ctx) => {
  const path = resolvePath(input, ctx);
  const text = input.eol === undefined ? input.context : applyEol(input.context, input.eol);
  const bytes = encodeText(text, input.encoding ?? "utf-8", input.bom ?? false);
  const stat = await ctx.storage.stat(path).catch((error: unknown) => {
    if (isAppError(error) && error.key === "file/not-found" && input.ifMatch === undefined) return null;
    throw error;
  });
  if (stat !== null && stat.kind !== "file") throw new AppError("file/not-file");
  const { etag, sizeBytes, mtimeMs } = await keepVersions(ctx).during((keeping) =>
    ctx.storage.write(path, bytes, {
      conflict: "replace",
      signal: ctx.signal,
      ...(input.ifMatch === undefined ? {} : { ifMatch: input.ifMatch }),
      ...keeping,
    }),
  );
  return { etag, size: sizeBytes, mtime: mtimeMs };
};
