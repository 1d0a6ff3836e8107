import { hostname } from "node:os";
import type Docker from "dockerode";
import { z } from "zod";
import { dropPolicyCode, stopStartedCode } from "@/lib/contracts/audited-actions";
import { isAppError, type AppError, type ErrorKey } from "@/lib/shared/errors";
import { creatorLabel } from "@/lib/shared/volume-labels";
import { patient } from "@/lib/server/base/patient";
import { askContainers } from "@/lib/server/docker/ask-containers";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { assertStartable } from "@/lib/server/docker/assert-startable";
import { nameAmong } from "@/lib/server/docker/list-containers";
import { makerOf } from "@/lib/server/docker/make/maker";
import { isReplaced } from "@/lib/server/docker/make/replaced-names";
import { isHelperInUse } from "@/lib/server/docker/own-helpers";
import { defineSetting } from "@/lib/server/group/define-setting";
import { tellAdministrators } from "@/lib/server/notify/tell-administrators";
import type { App } from "@/lib/server/runtime/app";
import { recordOwn } from "@/lib/server/runtime/record-own";
import { tellUser } from "@/lib/server/runtime/tell-user";
import { findUserActor, toActor } from "@/lib/server/session/find-actor";
import { isKnownStart, judgedStartsKey, wasBeingStarted } from "./known-starts";

type Judging = Pick<App, "db" | "audit" | "log" | "storageFor">;

/** Until when all starts have been judged; null: never yet, and what runs then was started when nobody judged. `late`: the ids of those of which only earlier ones have, until then. */
export const judgedUntil = defineSetting<{ atMs: number | null; late: Record<string, number> }>({
  name: judgedStartsKey,
  schema: z.object({ atMs: z.number().nullable(), late: z.record(z.string(), z.number()) }),
  fallback: { atMs: null, late: {} },
  // Of this machine's daemon.
  isPortable: false,
});

const killMs = 60_000;
/** For one of many: others are not to wait for it. */
const patienceMs = patient(2_000);
const atOnce = 8;
/** How differently the daemon's clock may go. */
const clocksMs = 10_000;
/** When what has been judged was started, by its id. */
let judged = new Map<string, string>();

/**
 * Judges what the daemon has started by itself, which asks nobody, as if its creator started it now: what may not be started is stopped. What is stopped, and may not be
 * started, loses its restart policy, by which it could be there before what has its port by now; and what only the daemon's start would start again keeps the one that ends with a stop.
 * Gives whether all could be judged: of others nothing is certain, so that nothing is done to them, and they are judged the next time.
 */
export async function judgeStarts(app: Judging): Promise<boolean> {
  const beganMs = Date.now();
  const { atMs, late: before } = judgedUntil.get();
  const { rows } = await askContainers("", { all: true });
  judged = new Map(rows.flatMap(({ Id }) => (judged.has(Id) ? [[Id, judged.get(Id) ?? ""]] : [])));
  const late: Record<string, number> = {};
  const made = rows.filter(({ Labels }) => Labels[creatorLabel] !== undefined);
  // Those that nothing was said of the last time come last.
  const left = made.toSorted((a, b) => Number(a.Id in before) - Number(b.Id in before)).values();
  const judgeNext = async () => {
    for (const row of left) {
      if (isHelperInUse(row.Id)) continue;
      const sinceMs = before[row.Id] ?? (atMs === null ? beganMs : atMs - clocksMs);
      if (isReplaced(row.Id)) {
        // Its end is near, or it is brought back, maybe after a long time.
        late[row.Id] = sinceMs;
        continue;
      }
      await judge(app, row, sinceMs).catch((error: unknown) => {
        late[row.Id] = sinceMs;
        if (!isAppError(error)) app.log.warn({ err: error, container: row.Id }, "a container could not be judged");
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, judgeNext));
  await judgedUntil.save(app.db, { atMs: beganMs, late });
  return Object.keys(late).length === 0;
}

async function judge(app: Judging, row: Docker.ContainerInfo, sinceMs: number): Promise<void> {
  const { Id: id } = row;
  const beganMs = Date.now();
  const inspected = await askDocker(id, (docker, abortSignal) => docker.getContainer(id).inspect({ abortSignal }), {
    patienceMs,
  });
  const userId = await makerOf(inspected);
  if (userId === null) return;
  const { State, HostConfig } = inspected;
  const policy = HostConfig.RestartPolicy?.Name ?? "no";
  const startedMs = Date.parse(State.StartedAt);
  const isNew =
    State.Running && startedMs >= sinceMs && judged.get(id) !== State.StartedAt && !isKnownStart(id, startedMs);
  // One that is being restarted does not run for a moment.
  const waits = !State.Running && policy !== "no" && policy !== "" && !wasBeingStarted(id, beganMs);
  const refused = isNew || waits ? await refusalOf(app, { inspected, userId, name: nameAmong(row) }) : null;
  if (refused === null) {
    judged.set(id, State.StartedAt);
    if (policy === "always") await setPolicy(id, "unless-stopped");
    return;
  }
  // First, so that nothing starts it again.
  if (policy !== "no" && policy !== "") await setPolicy(id, "no");
  if (isNew)
    await askDocker(id, (docker) => docker.getContainer(id).stop({ t: 0 }).catch(unlessEnded), { patienceMs: killMs });
  await tell(app, { name: nameAmong(row), userId, refused, wasStarted: isNew });
}

type Made = { inspected: Docker.ContainerInspectInfo; userId: string; name: string };

/** Why its creator may not start it, by what they may now; null where they may. */
async function refusalOf({ db, storageFor }: Judging, { inspected, userId, name }: Made): Promise<AppError | null> {
  const now = await findUserActor(db, userId);
  // An administrator may not be one the next time.
  const actor = { ...(now ?? gone), isRoot: false };
  try {
    await assertStartable({ actor, storage: storageFor(actor) }, inspected, name);
    return null;
  } catch (error) {
    if (isAppError(error) && certain.has(error.key)) return error;
    throw error;
  }
}

/** Nobody any more, with no rights. */
const gone = toActor(
  { id: "", username: "", isRoot: false, disabled: true, grants: {}, protectedPaths: [], roleId: null, role: null },
  { sessionId: null, tokenId: null },
);

/** What is so, and not only what cannot be told for the moment: for anything else nothing is done to a container. */
const certain: ReadonlySet<string> = new Set<ErrorKey>([
  "docker/root-settings",
  "docker/open-port",
  "docker/port-range",
  "docker/others-port",
  "docker/kept-port",
  "docker/too-many-ports",
  "docker/others-network",
  "docker/moved-folders",
]);

const setPolicy = (id: string, Name: "no" | "unless-stopped") =>
  askDocker(id, (docker) => docker.getContainer(id).update({ RestartPolicy: { Name } }));

function unlessEnded(error: unknown): void {
  if (error instanceof Error && "statusCode" in error && (error.statusCode === 304 || error.statusCode === 404)) return;
  throw error;
}

type Told = { name: string; userId: string; refused: AppError; wasStarted: boolean };

async function tell({ db, audit, log }: Judging, { name, userId, refused, wasStarted }: Told): Promise<void> {
  log.warn({ container: name, err: refused, wasStarted }, "a container may not be started by its creator");
  recordOwn(audit, {
    action: wasStarted ? stopStartedCode : dropPolicyCode,
    target: name,
    outcome: wasStarted ? refused.key : "success",
  });
  const message = {
    kind: "server",
    importance: wasStarted ? "warning" : "info",
    words: "containerHeld",
    params: { name, host: hostname() },
    link: "/containers",
  } as const;
  if ((await findUserActor(db, userId))?.isRoot !== true) tellUser({ userId, message });
  await tellAdministrators(db, message);
}
