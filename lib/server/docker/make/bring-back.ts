import type Docker from "dockerode";
import type { Logger } from "pino";
import { isAppError } from "@/lib/shared/errors";
import { askDocker, isAway } from "@/lib/server/docker/ask-docker";
import { containersChanged } from "@/lib/server/docker/follow-containers";
import { nameOf } from "@/lib/server/docker/list-containers";
import { pause } from "@/lib/server/docker/pause";
import type { Db } from "@/lib/server/db/open-db";
import { getApp } from "@/lib/server/runtime/app";
import { dropNote, type Noted } from "./noted-replacements";

export const patience = { patienceMs: 60_000 };
/** One that is still there after this has started. */
const settledMs = 3_000;
const againMs = 2_000;
/** A daemon that is just ending or beginning refuses what it does a moment later. */
const mostRefusals = 5;

type State = Docker.ContainerInspectInfo["State"];
type Means = { db: Db; log: Logger };

/** Of the daemon, the same for as long as it has its data. */
export async function daemonNow(): Promise<string> {
  const { ID } = await askDocker("", async (docker) => (await docker.info()) as { ID?: string }); // what the package leaves untyped
  return ID ?? "";
}

/** Gives the state of a container that was started a moment ago, when it can be told whether it ended at once. */
export async function settledState(id: string, name: string): Promise<State> {
  await new Promise((resolve) => setTimeout(resolve, settledMs));
  const { State } = await askDocker(name, (docker, abortSignal) => docker.getContainer(id).inspect({ abortSignal }));
  return State;
}

/** One that has done its work is through. */
export const isFine = (state: State): boolean =>
  (state.Running && !state.Restarting) || (!state.Running && state.ExitCode === 0 && state.Error === "");

/** Does this until it is done, when the daemon can be reached again: gives up what it refuses, with a word in the log, and leaves the note when the server ends. */
export async function untilDone(noted: Noted, { db, log }: Means, work: () => Promise<void>): Promise<void> {
  const { stopping } = getApp();
  for (let refusals = 0; !stopping.aborted; await pause(againMs, stopping))
    try {
      await work();
      await dropNote(db, noted);
      return;
    } catch (error) {
      if (isAppError(error) && isAway(error)) continue;
      if (++refusals < mostRefusals) continue;
      log.error(wordsOf(noted, error), "the container that was to be replaced could not be brought back");
      await dropNote(db, noted).catch(() => {}); // it is tried once more at the next start
      return;
    } finally {
      containersChanged();
    }
}

/** What the server left in the middle: the new one stays if it may have what it has, and runs as the old one did. Weeks may have gone by, and others may have put right what was left. */
export async function takeUp(noted: Noted, means: Means): Promise<void> {
  await untilDone(noted, means, async () => {
    const old = await find(noted.id);
    const made = await find(noted.made ?? noted.temporary);
    if (old !== null && made !== null && nameOf(old.Name) !== noted.aside && wasStarted(made.State)) {
      // The new one is never started before the old one has that name.
      means.log.warn(wordsOf(noted), "the container that was being recreated was looked after by others: both stay");
    } else if (noted.state === "done" || (old !== null && (await isWell(noted, old)))) {
      await finish(noted, means);
      means.log.warn(wordsOf(noted), "the container was being recreated when the server ended: the new one stays");
    } else {
      const isBack = await bringBack(noted, means);
      if (isBack) means.log.warn(wordsOf(noted), "the container was being recreated when the server ended: it is back");
    }
  });
}

export const wordsOf = ({ name, aside }: Noted, err?: unknown) => ({
  container: name,
  aside,
  ...(err === undefined ? {} : { err }),
});

const wasStarted = ({ StartedAt }: State): boolean => !StartedAt.startsWith("0001-");

/** Whether it ran for as long as whoever recreates it looks on, and ended then: that was somebody's will, or is its own affair. */
const wentWell = ({ Running, Restarting, StartedAt, FinishedAt }: State): boolean =>
  !Running && !Restarting && Date.parse(FinishedAt) - Date.parse(StartedAt) >= settledMs;

/** Of what may have been done with both up to the end. */
async function isWell(
  { state, made, newName, temporary, aside, wasRunning }: Noted,
  old: Docker.ContainerInspectInfo,
): Promise<boolean> {
  if ((state !== "ready" && state !== "stopping") || made === null || nameOf(old.Name) !== aside) return false;
  const found = await find(made);
  // Others may have renamed it since.
  if (found === null || nameOf(found.Name) === temporary) return false;
  if (!wasRunning) return true;
  if (!wasStarted(found.State)) return false;
  if (found.RestartCount === 0 && wentWell(found.State)) return true;
  return isFine(found.State) && isFine(await settledState(made, newName));
}

/**
 * Without the old one, once it is stored that it is not wanted any more. Another program may have started it meanwhile: two would write to the same volumes. It stays where
 * somebody has given it a name, or uses it in place of the new one.
 */
export async function finish(noted: Noted, { log }: Pick<Means, "log">): Promise<void> {
  const { id, aside, made, newName, temporary } = noted;
  const [old, found] = [await find(id), made === null ? null : await find(made)];
  if (old !== null && (nameOf(old.Name) !== aside || (old.State.Running && found?.State.Running !== true)))
    log.warn(wordsOf(noted), "the container that was replaced is used again: it stays");
  else if (old !== null) await remove(id, aside, { force: true });
  if (found !== null && nameOf(found.Name) === temporary) await rename(found.Id, newName);
}

/**
 * It runs again also where something else has its name by now. Where it is gone, the new one is all that there is, and stays. Gives whether it is there.
 */
export async function bringBack(noted: Noted, { log }: Pick<Means, "log">): Promise<boolean> {
  const { id, name, newName, aside, temporary, made } = noted;
  const old = await find(id);
  if (old === null) {
    const left = await find(made ?? temporary);
    if (left !== null && nameOf(left.Name) === temporary) await renameOrSay(left.Id, newName, { noted, log });
    log.warn(wordsOf(noted), "the container that was being recreated is not there any more: the new one stays");
    return false;
  }
  const left = await find(made ?? temporary);
  // Nobody else's names.
  if (left !== null && [temporary, newName].includes(nameOf(left.Name)))
    await remove(left.Id, name, { force: true, v: true });
  const renaming = nameOf(old.Name) === aside ? await rename(id, name).catch((error: unknown) => error) : null;
  await runAgain(noted, old.State);
  assertSaid(renaming, { noted, log });
  return true;
}

/** As it ran when it was stopped here: the daemon goes on with a stop that nobody waits for, and still says that it runs. */
async function runAgain({ id, name, wasRunning, startedAt, state }: Noted, { Running, StartedAt }: State) {
  if (!wasRunning || state === "begun") return;
  if (!Running)
    await askDocker(name, (docker, abortSignal) => docker.getContainer(id).start({ abortSignal }), patience);
  // The daemon starts it again when it has stopped, whether anybody still waits for that or not.
  else if (state !== "ready" && (startedAt === null || StartedAt === startedAt))
    await askDocker(name, (docker) => docker.getContainer(id).restart());
}

type Saying = { noted: Noted; log: Logger };

const renameOrSay = async (id: string, name: string, saying: Saying) =>
  assertSaid(await rename(id, name).catch((error: unknown) => error), saying);

/** Somebody else may have the name. */
function assertSaid(renaming: unknown, { noted, log }: Saying): void {
  if (renaming === null || renaming === undefined) return;
  if (!isAppError(renaming) || renaming.key !== "docker/conflict") throw renaming;
  log.error(wordsOf(noted, renaming), "the container has not got its name back");
}

async function rename(id: string, name: string): Promise<void> {
  await askDocker(name, (docker, abortSignal) => docker.getContainer(id).rename({ name, abortSignal }));
}

async function find(id: string): Promise<Docker.ContainerInspectInfo | null> {
  try {
    return await askDocker(id, (docker, abortSignal) => docker.getContainer(id).inspect({ abortSignal }));
  } catch (error) {
    if (isAppError(error) && error.key === "docker/not-found") return null;
    throw error;
  }
}

async function remove(id: string, name: string, options: { force: boolean; v?: boolean }): Promise<void> {
  try {
    await askDocker(
      name,
      (docker, abortSignal) => docker.getContainer(id).remove({ ...options, abortSignal }),
      patience,
    );
  } catch (error) {
    if (!isAppError(error) || error.key !== "docker/not-found") throw error;
  }
}
