import { mkdirSync, watch } from "node:fs";
import { access, readFile, readdir, rename, unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { randomId } from "@/lib/shared/units";

/** What a command changed in the database, for the server that runs on the same data and remembers the old state. */
const notice = z.union([
  z.object({ username: z.string(), userId: z.string(), sessionIds: z.array(z.string()) }),
  z.object({ settings: z.literal(true) }),
]);
export type Notice = z.infer<typeof notice>;

const answerMs = 3_000;
const lookMs = 50;
/** Where the system has no watch left to give. */
const pollMs = 1_000;
const suffix = ".json";

function folderOf(dataDir: string): string {
  const folder = path.join(dataDir, "notices");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Leaves a notice and waits until a running server has acted on it; false when none does within three seconds. */
export async function leaveNotice(dataDir: string, given: Notice): Promise<boolean> {
  const file = path.join(folderOf(dataDir), randomId());
  await writeFile(file, JSON.stringify(given), { mode: 0o600, flag: "wx" });
  await rename(file, file + suffix);
  const isGone = () =>
    access(file + suffix).then(
      () => false,
      () => true,
    );
  for (let waitedMs = 0; waitedMs < answerMs; waitedMs += lookMs) {
    if (await isGone()) return true;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  // Taken in this very moment: it was acted on.
  return unlink(file + suffix).then(
    () => false,
    () => true,
  );
}

type Watcher = { take: (notice: Notice) => void | Promise<void>; failed: (error: unknown) => void };

/** Acts on notices as they come, and takes each away when that is done. */
export function watchNotices(dataDir: string, { take, failed }: Watcher): void {
  const folder = folderOf(dataDir);
  const look = () => void takeAll(folder, take).catch(failed);
  const poll = () => setInterval(look, pollMs).unref();
  try {
    watch(folder, { persistent: false }, look).once("error", poll);
  } catch {
    poll();
  }
  look();
}

async function takeAll(folder: string, take: Watcher["take"]): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(suffix)) continue;
    const file = path.join(folder, name);
    const text = await readFile(file, "utf8").catch(() => null); // another look was faster
    if (text === null) continue;
    try {
      await take(notice.parse(JSON.parse(text)));
    } finally {
      await unlink(file).catch(() => undefined); // as above
    }
  }
}
