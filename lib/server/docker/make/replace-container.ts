import type Docker from "dockerode";
import { AppError, isAppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import type { Admitted } from "@/lib/server/docker/admit-container";
import { askDocker, isAway } from "@/lib/server/docker/ask-docker";
import { whileStarting } from "@/lib/server/docker/starts/known-starts";
import { pause } from "@/lib/server/docker/pause";
import { stopPatienceMs } from "@/lib/server/docker/stop-seconds";
import { getApp } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { assertMade } from "./assert-labels";
import { bringBack, daemonNow, finish, isFine, patience, settledState, untilDone, wordsOf } from "./bring-back";
import { changedBody, otherEndpoints, type Change } from "./changed-body";
import { dropNote, keepNote, type Noted } from "./noted-replacements";
import type { Held } from "./replaced-names";

/** One that stops soon is started as usual when the server ends: it is asked to stop only once. */
const stopsSoonMs = 4_000;
const againMs = 2_000;

/** `name`: of the new one. */
type Replacement = { change: Change; name: string; projects: readonly string[]; held: Held; ctx: Ctx };

/**
 * A container in place of another, which the caller holds. The new one is there before the old one is stopped and renamed, which is deleted only when the new one runs; it
 * comes back if that does not start, or ends at once, or the server ends. What was written inside of it goes with it; its volumes stay, those without a name as well. Gives
 * the new id.
 */
export async function replaceContainer(admitted: Admitted, replacement: Replacement): Promise<string> {
  const { held, projects, ctx } = replacement;
  const { id, name, inspected } = admitted;
  const digits = randomId(6).replaceAll(/[^a-zA-Z0-9]/g, "0");
  const noted: Noted = {
    daemon: await daemonNow(),
    id,
    name,
    wasRunning: inspected.State.Running,
    startedAt: inspected.State.StartedAt,
    projects: [...projects],
    newName: replacement.name,
    temporary: `${name}.new-${digits}`,
    aside: `${name}.old-${digits}`,
    made: null,
    state: "begun",
  };
  for (const key of [noted.temporary, noted.aside]) held.hold(key);
  for (const project of projects) held.holdProject(project);
  assertGoesOn(name);
  await keepNote(ctx.db, noted);
  const stop = stopOnce(admitted);
  try {
    await replace(noted, { ...replacement, admitted, stop });
  } catch (error) {
    await giveUp(noted, { ...replacement, stop });
    throw error;
  }
  noted.state = "done";
  await leave(noted, replacement);
  return noted.made ?? "";
}

type Stop = ReturnType<typeof stopOnce>;
type Replacing = Replacement & { admitted: Admitted; stop: Stop };

async function replace(noted: Noted, { admitted, change, stop, held, ctx }: Replacing): Promise<void> {
  const { id, inspected } = admitted;
  const { name, newName, temporary, aside } = noted;
  const rename = (which: string, to: string) =>
    askDocker(name, (docker, abortSignal) => docker.getContainer(which).rename({ name: to, abortSignal }));
  const { id: made } = await askDocker(
    change.before.image,
    (docker) => docker.createContainer({ ...changedBody(inspected, change), name: temporary }),
    { ...patience, missing: "docker/no-image" },
  );
  noted.made = made;
  held.hold(made);
  await askDocker(name, (docker) =>
    assertMade(ctx.actor, docker.getContainer(made), { name, imageId: change.imageId, old: inspected }),
  );
  await change.judged.assertStill();
  await connect(made, { inspected, change, name: newName });
  noted.state = "ready";
  await keepNote(ctx.db, noted);
  // Where somebody else has the new name, nothing has to stop for that.
  if (newName !== name) await rename(made, newName);
  assertGoesOn(name);
  if (noted.wasRunning) {
    await keepNote(ctx.db, { ...noted, state: "stopping" });
    noted.state = "stopping";
    await stop.begin().catch((error: unknown) => {
      // It runs as before; anything else may go on.
      if (isAppError(error) && !isAway(error)) noted.state = "ready";
      throw error;
    });
  }
  assertGoesOn(name);
  await rename(id, aside);
  if (newName === name) await rename(made, newName);
  if (!noted.wasRunning) return;
  await change.judged.assertStill();
  const start = async () => {
    await askDocker(newName, (docker, abortSignal) => docker.getContainer(made).start({ abortSignal }), patience);
    return settledState(made, newName);
  };
  const state = await (ctx.actor.isRoot ? whileStarting(made, start) : start());
  if (!isFine(state)) throw new AppError("docker/ended-at-once", { name: newName, text: String(state.ExitCode) });
}

/** Throws docker/not-recreated when the server is about to end. */
function assertGoesOn(name: string): void {
  if (getApp().stopping.aborted) throw new AppError("docker/not-recreated", { name });
}

function stopOnce({ id, name, inspected }: Admitted) {
  const patienceMs = stopPatienceMs(inspected);
  let stopping: Promise<unknown> | null = null;
  const over = new AbortController();
  /** Or as soon as the signal fires, or the time is up. */
  const wait = async (ms: number, signal: AbortSignal) => {
    await Promise.race([stopping, pause(ms, AbortSignal.any([signal, over.signal]))]);
  };
  return {
    /** Resolves when it has stopped, or the server is about to end. */
    begin() {
      stopping = askDocker(name, (docker, abortSignal) => docker.getContainer(id).stop({ abortSignal }), {
        patienceMs,
      }).finally(() => over.abort());
      return wait(patienceMs, getApp().stopping);
    },
    /** Resolves when it has stopped, or takes its time for that. */
    async soonOver() {
      if (stopping === null || over.signal.aborted) return;
      await wait(stopsSoonMs, over.signal).catch(() => {}); // whoever began it has heard
    },
  };
}

/** The old one comes back, and is held until it is: when the daemon can be reached again, if it cannot now. */
async function giveUp(noted: Noted, { stop, held, ctx }: Replacement & { stop: Stop }): Promise<void> {
  const { db, log, actor } = ctx;
  const goBack = () => bringBack(noted, { log });
  const undo = async () => void (await (actor.isRoot ? whileStarting(noted.id, goBack) : goBack()));
  await stop.soonOver();
  try {
    await undo();
    await dropNote(db, noted);
  } catch (error) {
    log.error(wordsOf(noted, error), "the container that was to be replaced could not be brought back yet");
    held.until(untilDone(noted, { db, log }, undo));
  }
}

/** Nobody waits for the old one, once the new one runs: but it is not removed before it is stored that it is not wanted, or the next start would look for it. */
async function leave(noted: Noted, { held, ctx: { db, log } }: Replacement): Promise<void> {
  const isStored = await keepNote(db, noted).then(
    () => true,
    (error: unknown) => {
      log.warn(wordsOf(noted, error), "it could not be stored yet that the container has been replaced");
      return false;
    },
  );
  if (isStored) return removeOld(noted, { db, log });
  const storing = storeLater(noted, db);
  held.until(storing);
  void storing.then(async (isThen) => (isThen ? removeOld(noted, { db, log }) : undefined));
}

/** Gives whether it could be before the server ends. */
async function storeLater(noted: Noted, db: Ctx["db"]): Promise<boolean> {
  const { stopping } = getApp();
  for (await pause(againMs, stopping); !stopping.aborted; await pause(againMs, stopping))
    try {
      await keepNote(db, noted);
      return true;
    } catch {
      // it was said the first time
    }
  return false;
}

/** Never rejects. */
async function removeOld(noted: Noted, means: Pick<Ctx, "db" | "log">): Promise<void> {
  const { db, log } = means;
  try {
    await finish(noted, means);
    await dropNote(db, noted);
  } catch (error) {
    log.warn(wordsOf(noted, error), "the container that was replaced is still there");
    void untilDone(noted, means, () => finish(noted, means)).catch((left: unknown) => {
      log.error(wordsOf(noted, left), "the container that was replaced could not be removed");
    });
  }
}

type Connecting = { inspected: Docker.ContainerInspectInfo; change: Change; name: string };

/** The other networks that it was in; older daemons make it in one alone. */
async function connect(made: string, { inspected, change, name }: Connecting) {
  // By their ids, which Docker is to keep as well: another one may have the name by now, or at the next start.
  for (const { id, name: known, settings } of otherEndpoints(inspected, change.changes)) {
    const network = id || change.judged.otherNetworks.get(known) || known;
    await askDocker(name, (docker) =>
      docker.getNetwork(network).connect({
        Container: made,
        EndpointConfig: { ...settings, ...(network === known ? {} : { NetworkID: network }) },
      }),
    );
  }
}
