import type Docker from "dockerode";
import { isAppError } from "@/lib/shared/errors";
import { helperLabel, holderLabel, unfinishedLabel } from "@/lib/shared/volume-labels";
import { askDocker, isAway } from "@/lib/server/docker/ask-docker";
import type { App } from "@/lib/server/runtime/app";
import { volumesChanged } from "./follow-volumes";
import { isHelperImage } from "./helper-image";
import { endMark } from "./make-whole";
import { areHelpersNoted } from "./noted-helpers";
import { areHelpersInUse, holderNow } from "./with-volumes";

/** The daemon says nothing of a container while it reads or writes what is in it. */
const answerMs = 3_000;
/** Longer than anybody takes who has a container and does not read or write in it; shorter than from one sweep to the next. */
const idleMs = 9 * 60_000;

/** Of other runs: since when nobody was seen to do anything with them. */
const idleSince = new Map<string, number>();

/**
 * Removes the containers that this installation has left over, for it was killed or the daemon was, and the volumes that were not finished by then. Another one
 * on the same daemon keeps its own, also one that has a copy of this one's data and its keys: of other runs only what is idle for a while is left over.
 */
export async function sweepHelpers({ db }: Pick<App, "db">): Promise<void> {
  if (!(await areHelpersNoted(db))) return;
  const failures: unknown[] = [];
  try {
    for (const one of await findOurs())
      // What goes wrong with one is no matter of the others.
      await sweep(one).catch((error: unknown) => failures.push(error));
  } catch (error) {
    failures.push(error);
  }
  const failure = failures.find((error) => !isAppError(error) || !isAway(error));
  if (failure !== undefined) throw failure;
}

/** Those that have a volume first: it cannot be removed before. */
async function findOurs(): Promise<Docker.ContainerInfo[]> {
  const filters = { label: [holderLabel], status: ["created"] };
  const found = await askDocker("", (docker, abortSignal) =>
    docker.listContainers({ all: true, filters, abortSignal }),
  );
  const ids = new Set(found.map(({ Id }) => Id));
  for (const id of idleSince.keys()) if (!ids.has(id)) idleSince.delete(id);
  const [installation] = holderNow().split("/");
  const isMark = ({ Labels }: Docker.ContainerInfo) => Number(Labels[unfinishedLabel] !== undefined);
  return found
    .filter(({ Labels }) => Labels[holderLabel]?.split("/")[0] === installation)
    .toSorted((one, other) => isMark(one) - isMark(other));
}

async function sweep(one: Docker.ContainerInfo): Promise<void> {
  const { Id, ImageID, Labels } = one;
  // Labels may be an image's, which anybody makes; of one without any they are ours.
  if (!(await isLeft(one)) || !(await isHelperImage(ImageID))) return;
  const [name, made] = [Labels[helperLabel], Labels[unfinishedLabel]];
  if (name !== undefined && made !== undefined) await endMark(name, { id: Id, made });
  else await askDocker(Id, (docker, abortSignal) => docker.getContainer(Id).remove({ abortSignal }));
  volumesChanged();
}

async function isLeft(one: Docker.ContainerInfo): Promise<boolean> {
  if (one.Labels[holderLabel] === holderNow()) return !areHelpersInUse() && isIdle(one);
  if (!(await isIdle(one))) {
    idleSince.delete(one.Id);
    return false;
  }
  const now = performance.now();
  const since = idleSince.get(one.Id) ?? now;
  idleSince.set(one.Id, since);
  return now - since >= idleMs;
}

/** Nobody reads or writes in it right now; of a mark, no container has the volume but such idle ones. */
async function isIdle({ Id, Labels }: Docker.ContainerInfo): Promise<boolean> {
  const name = Labels[unfinishedLabel] === undefined ? undefined : Labels[helperLabel];
  const look = name === undefined ? answers(Id) : hasNobody(name);
  return look.catch(() => false);
}

async function answers(id: string): Promise<boolean> {
  await askDocker(id, (docker, abortSignal) => docker.getContainer(id).inspect({ abortSignal }), {
    patienceMs: answerMs,
  });
  return true;
}

async function hasNobody(name: string): Promise<boolean> {
  const users = await askDocker(name, (docker, abortSignal) =>
    docker.listContainers({ all: true, filters: { volume: [name] }, abortSignal }),
  );
  // The filter takes parts of names as well.
  return !users.some(({ Id, Mounts }) => Mounts.some(({ Name }) => Name === name) && !idleSince.has(Id));
}
