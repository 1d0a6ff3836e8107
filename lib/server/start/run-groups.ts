import type { App } from "@/lib/server/runtime/app";
import type { Db } from "@/lib/server/db/open-db";
import type { Group } from "@/lib/server/group/group";
import { groups } from "@/lib/server/groups";
import type { ServedChannel } from "@/lib/server/realtime/serve-channels";
import type { PageDoor } from "@/lib/server/pages/page-door";
import { keepSchedule } from "./keep-schedule";

const resumptions = groups.flatMap(({ tasks = [] }) => tasks.flatMap(({ resumption }) => resumption ?? []));

/** From the database; what was in memory counts no more. */
export async function loadSettings({ db, log }: Pick<App, "db" | "log">): Promise<void> {
  for (const { name, load } of groups.flatMap(({ settings = [] }) => settings)) {
    const problem = await load(db);
    if (problem !== null)
      log.error({ err: problem, setting: name }, "a setting cannot be read: it is what it was before anybody set it");
  }
}

/** Everything that groups want done before the first answer, then what they do regularly. */
export async function startGroups(app: App): Promise<void> {
  for (const { onStart } of groups) await onStart?.(app);
  for (const schedule of groups.flatMap(({ schedules = [] }) => schedules)) keepSchedule(app, schedule);
}

/** Waits for what groups end when the server does. */
export async function stopGroups(app: App): Promise<void> {
  await Promise.all(groups.flatMap(({ onStop }) => onStop?.(app) ?? []));
}

/** The tasks that {@link resumeGroups} takes up. */
export async function findResumable(db: Db): Promise<string[]> {
  const found = await Promise.all(resumptions.map(({ find }) => find(db)));
  return found.flat();
}

/** Call it once the server knows its own port, which no download may reach. */
export function resumeGroups(app: App): void {
  for (const { resume } of resumptions)
    resume(app).catch((error: unknown) => app.log.error({ err: error }, "tasks could not be resumed"));
}

export function channelsOfGroups(): ServedChannel[] {
  return groups.flatMap(({ channels = [] }) => channels);
}

/** What all groups together answer to pages. */
export function pagesOf(all: readonly Group[]): Omit<PageDoor, "basePath" | "answerCall"> {
  const { describeShare, getLook } = Object.assign({}, ...all.map(({ pages }) => pages)) as Partial<PageDoor>; // each has its part
  if (describeShare === undefined || getLook === undefined) throw new Error("no group answers what pages ask");
  return { describeShare, getLook };
}
