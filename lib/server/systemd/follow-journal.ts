import type { JournalEntry, systemdChannels } from "@/lib/contracts/systemd";
import { spawnChild } from "@/lib/server/process/spawn-child";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { assertScope } from "./assert-scope";
import { createEntryReader } from "./journal-entries";
import { journalArgs } from "./journal-query";
import { nameInJournal } from "./real-names";
import { systemdCommand } from "./run-systemctl";

const perMessage = 100;

/**
 * What is written from now on, or after an entry. Nothing is left out for a slow reader: journalctl waits, and the journal is on the disk. One program for
 * each viewer, which ends with the channel.
 */
export const followJournal: ChannelService<typeof systemdChannels.journal> = async (
  { after, ...filter },
  { actor, signal },
  { send },
) => {
  const account = await assertScope(filter.scope, actor);
  const from = after === undefined ? ["--lines=0"] : [`--after-cursor=${after}`];
  const command = await systemdCommand("journalctl", [
    ...journalArgs({ ...filter, unit: await nameInJournal(filter) }, account),
    "--follow",
    ...from,
  ]);
  const child = spawnChild(command.program, command.args, {
    stdio: ["ignore", "pipe", "ignore"],
    signal,
    env: { LC_ALL: "C.UTF-8", TZ: "UTC" },
  });
  child.once("error", () => child.stdout.destroy());
  let waiting: JournalEntry[] = [];
  const tell = async () => {
    if (waiting.length === 0) return;
    const entries = waiting;
    waiting = [];
    await send({ entries });
  };
  let isTelling = false;
  /** What comes while the browser takes its time goes together. */
  const tellSoon = () => {
    if (isTelling) return;
    isTelling = true;
    tell()
      .then(() => {
        isTelling = false;
        child.stdout.resume();
        if (waiting.length > 0) tellSoon();
      })
      .catch(() => child.stdout.destroy()); // the channel has ended
  };
  const read = createEntryReader((entry) => {
    waiting.push(entry);
    if (waiting.length >= perMessage) child.stdout.pause();
    tellSoon();
  });
  await new Promise<void>((resolve) => {
    child.stdout.on("data", read);
    child.stdout.once("close", resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
};
