import type { fetchContract } from "@/lib/contracts/fetch";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import { withoutSecrets } from "@/lib/shared/without-secrets";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { assertAccess } from "@/lib/server/http/gate";
import type { Service } from "@/lib/server/http/service";
import { assertLiteralAllowed } from "@/lib/server/outbound/resolve-target";
import { assertHoldable } from "@/lib/server/task/held-tasks";
import { taskQueue } from "@/lib/server/task/task-kinds";
import { startTask } from "@/lib/server/task/start-task";
import { rememberFetch } from "./fetch-rows";
import { fetchRun } from "./fetch-run";
import { nameOfAddress } from "./file-name";
import { mayStore } from "./reach-now";

/** Begins a task for each address: each has its own pace and end. Addresses are kept without what may be secret in them. */
export const fetchFiles: Service<typeof fetchContract.fetchFiles> = async (input, ctx) => {
  const { urls, to, name, checksum, conflict } = input;
  assertAccess(ctx.actor, { access: mayStore, token: true });
  // Which goes on for long, also after a restart: a link that somebody puts there is not followed.
  const place = await ctx.storage.placeOf(to);
  const folder = await ctx.storage.pinned([{ path: to, place }]).stat(to);
  if (folder.kind !== "folder") throw new AppError("file/not-folder");
  if (!folder.writable) throw new AppError("file/read-only");
  const reach = { lan: ctx.actor.permissions.has("lan_access") };
  const targets = urls.map((text) => new URL(text));
  // What is refused anyway is refused at once, and all of it before anything begins.
  for (const url of targets) assertLiteralAllowed(url, reach);
  taskQueue("fetch").assertRoom(userIdOf(ctx.actor), targets.length);
  assertHoldable(userIdOf(ctx.actor), { input, steps: targets.length });
  const taskIds: string[] = [];
  for (const url of targets) {
    const shown = withoutSecrets(url.href);
    const id = randomId();
    const wish = { url, to, place, name, checksum, conflict };
    // Known before it begins: a server that is killed now goes on with it.
    const row = await rememberFetch(ctx.db, { taskId: id, actor: ctx.actor, wish });
    const run = fetchRun({ row, wish, shown, storage: ctx.storage, actor: ctx.actor, log: ctx.log });
    const asked = {
      urls: [shown],
      to,
      conflict,
      ...(name === undefined ? {} : { name }),
      ...(checksum === undefined ? {} : { checksum }),
      ...(shown === url.href ? {} : { secret: true }),
    };
    await startTask(ctx, { ...run, id, kind: "fetch", title: name ?? nameOfAddress(url), input: asked });
    taskIds.push(id);
  }
  return { taskIds };
};
