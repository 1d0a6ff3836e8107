import { AppError } from "@/lib/shared/errors";
import type { JournalEntry, systemdContract } from "@/lib/contracts/systemd";
import type { Service } from "@/lib/server/http/service";
import { assertScope } from "./assert-scope";
import { createEntryReader } from "./journal-entries";
import { journalArgs } from "./journal-query";
import { nameInJournal } from "./real-names";
import { runSystemd } from "./run-systemctl";
import { wordsOf } from "./ask-systemctl";

/** A search for rare words goes through all that there is. */
const searchMs = 20_000;
const mostBoots = 100;

export const readJournal: Service<typeof systemdContract.readJournal> = async (input, { actor, signal }) => {
  const account = await assertScope(input.scope, actor);
  const { boot, since, until, before, limit } = input;
  // The entry that was asked to begin before comes first, and one more tells whether there are others.
  const wanted = limit + 1 + (before === undefined ? 0 : 1);
  const entries: JournalEntry[] = [];
  const hear = createEntryReader((entry) => {
    if (entry.cursor !== before && entries.length <= limit) entries.push(entry);
  });
  const { code, said, isLate } = await runSystemd(
    "journalctl",
    [
      ...journalArgs({ ...input, unit: await nameInJournal(input) }, account),
      "--reverse",
      `--lines=${wanted}`,
      ...(boot === undefined ? [] : [`--boot=${boot}`]),
      ...(since === undefined ? [] : [`--since=@${since / 1000}`]),
      ...(until === undefined ? [] : [`--until=@${until / 1000}`]),
      ...(before === undefined ? [] : [`--cursor=${before}`]),
    ],
    { ms: searchMs, signal, hear },
  );
  if (isLate) throw new AppError("systemd/journal-slow");
  // Nothing found is no failure, though journalctl ends with 1.
  if (code !== 0 && said.trim() !== "") throw new AppError("systemd/failed", { text: wordsOf(said) });
  return { entries: entries.slice(0, limit), has_more: entries.length > limit };
};

export const listBoots: Service<typeof systemdContract.listBoots> = async (_, { signal }) => {
  const { output } = await runSystemd("journalctl", ["--no-pager", "--quiet", "--list-boots"], { signal });
  return { boots: parseBoots(output).toReversed().slice(0, mostBoots) };
};

/** Lines of `journalctl --list-boots` in UTC, of systemd before and after 254: a number, the id, two times. */
export function parseBoots(text: string): { id: string; first_at: number; last_at: number }[] {
  return text.split("\n").flatMap((line) => {
    const id = /\b[0-9a-f]{32}\b/.exec(line)?.[0];
    const [first, last] = [...line.matchAll(/(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC/g)].map(([, day, time]) =>
      Date.parse(`${day}T${time}Z`),
    );
    return id === undefined || first === undefined || last === undefined
      ? []
      : [{ id, first_at: first, last_at: last }];
  });
}
