import type { fetchContract } from "@/lib/contracts/fetch";
import { AppError } from "@/lib/shared/errors";
import { withoutSecrets } from "@/lib/shared/without-secrets";
import { userIdOf } from "@/lib/server/ctx";
import { assertAccess } from "@/lib/server/http/gate";
import type { Service } from "@/lib/server/http/run-endpoint";
import { assertLiteralAllowed } from "@/lib/server/outbound/resolve-target";
import { taskQueue } from "@/lib/server/task/running-tasks";
import { startTask } from "@/lib/server/task/start-task";
import { fetchOne } from "./fetch-one";
import { nameOfAddress } from "./file-name";
import { defaultDelaysMs } from "./open-remote";

const upload = "filecat_file_context_update_upload_created_copy_decompression";

/** Begins a task for each address: each has its own pace and end. Addresses are kept without what may be secret in them. */
export const fetchFiles: Service<typeof fetchContract.fetchFiles> = async (input, ctx) => {
  const { urls, to, name, checksum, conflict } = input;
  assertAccess(ctx.actor, { access: upload, token: true });
  const folder = await ctx.storage.stat(to);
  if (folder.kind !== "folder") throw new AppError("file/not-folder");
  if (!folder.writable) throw new AppError("file/read-only");
  const reach = { lan: ctx.actor.permissions.has("lan_access") };
  const targets = urls.map((text) => new URL(text));
  // What is refused anyway is refused at once, and all of it before anything begins.
  for (const url of targets) assertLiteralAllowed(url, reach);
  taskQueue("fetch").assertRoom(userIdOf(ctx.actor), targets.length);
  const taskIds: string[] = [];
  for (const url of targets) {
    const shown = withoutSecrets(url.href);
    let tellSize: (sizeBytes: number) => void = () => {};
    const known = new Promise<number>((resolve) => {
      tellSize = resolve;
    });
    const { taskId } = await startTask(ctx, {
      kind: "fetch",
      title: name ?? nameOfAddress(url),
      input: { url: shown, to },
      steps: [
        {
          path: shown,
          run: (step) =>
            fetchOne(
              {
                url,
                to,
                name,
                checksum,
                conflict,
                reach,
                delaysMs: defaultDelaysMs,
                storage: ctx.storage,
                onSize: tellSize,
              },
              step,
            ),
          measure: (signal) => sizeWhenKnown(known, signal),
        },
      ],
    });
    taskIds.push(taskId);
  }
  return { taskIds };
};

/** Many servers do not say: then there is no total until the end. */
async function sizeWhenKnown(known: Promise<number>, signal: AbortSignal) {
  const over = new Promise<number>((resolve) => {
    signal.addEventListener("abort", () => resolve(0), { once: true });
  });
  return { files: 1, bytes: await Promise.race([known, over]) };
}
