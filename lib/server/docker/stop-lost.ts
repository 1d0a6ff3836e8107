import { hostname } from "node:os";
import type Docker from "dockerode";
import { stopLostCode } from "@/lib/contracts/audited-actions";
import { isAppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import { changerLabel } from "@/lib/shared/tool-labels";
import { creatorLabel } from "@/lib/shared/volume-labels";
import { tellAdministrators } from "@/lib/server/notify/tell-administrators";
import type { App } from "@/lib/server/runtime/app";
import { actorGeneration } from "@/lib/server/session/find-actor";
import { askContainers } from "./ask-containers";
import { askDocker, isAway } from "./ask-docker";
import { containersChanged } from "./follow-containers";
import { nameOf } from "./list-containers";
import { hasLostReach } from "./make/maker";
import { stopPatienceMs } from "./stop-seconds";

/** Folders change, and a daemon that starts anew starts containers, without a word to us. */
const anywayMs = 60_000;

const last = { generation: -1, atMs: Number.NEGATIVE_INFINITY };

/** Ends what reads folders for somebody who may not read them any more: soon after any change of the users, and now and then. */
export async function stopLostSoon(app: App): Promise<void> {
  const generation = actorGeneration();
  if (generation === last.generation && performance.now() - last.atMs < anywayMs) return;
  Object.assign(last, { generation, atMs: performance.now() });
  try {
    await stopLost(app);
  } catch (error) {
    // Without a daemon nothing runs that could be ended.
    if (!isAppError(error) || !isAway(error)) throw error;
  }
}

/** The containers of this machine that are not removed, so that what is in them is not lost. */
export async function stopLost(app: Pick<App, "db" | "audit" | "log">): Promise<void> {
  const ids = new Set<string>();
  for (const label of [creatorLabel, changerLabel]) {
    const { rows } = await askContainers("", { filters: { label: [label] } });
    for (const { Id, Mounts } of rows) if (Mounts.some(({ Type }) => Type === "bind")) ids.add(Id);
  }
  for (const id of ids) await stopIfLost(id, app);
}

async function stopIfLost(id: string, { db, audit, log }: Pick<App, "db" | "audit" | "log">): Promise<void> {
  let inspected: Docker.ContainerInspectInfo;
  try {
    inspected = await askDocker(id, (docker, abortSignal) => docker.getContainer(id).inspect({ abortSignal }));
    if (!(await hasLostReach(inspected))) return;
  } catch (error) {
    // Gone, or busy: the next time will tell.
    if (isAppError(error)) return;
    throw error;
  }
  const name = nameOf(inspected.Name);
  const outcome = await askDocker(name, (docker) => docker.getContainer(id).stop(), {
    patienceMs: stopPatienceMs(inspected),
  }).then(
    () => "success",
    (error: unknown) => (isAppError(error) ? error.key : "internal"),
  );
  containersChanged();
  log.warn({ container: name, outcome }, "a container read folders that its maker may not read any more");
  const nobody = { userId: null, username: "", address: "" };
  audit.record({ ...nobody, atMs: Date.now(), action: stopLostCode, target: name, outcome, requestId: randomId() });
  if (outcome !== "success") return;
  await tellAdministrators(db, {
    kind: "server",
    importance: "warning",
    words: "containerStopped",
    params: { host: hostname(), name },
    link: "/audit",
  });
}
