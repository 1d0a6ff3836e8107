import type { terminalContract } from "@/lib/contracts/terminal";
import { AppError } from "@/lib/shared/errors";
import { fitText } from "@/lib/server/base/fit-text";
import type { Service } from "@/lib/server/http/service";
import type { Db } from "@/lib/server/db/open-db";
import { userIdOf, type Actor } from "@/lib/server/runtime/ctx";
import { findUserActor } from "@/lib/server/session/find-actor";
import { findNamed } from "@/lib/server/session/find-named";
import { mayHaveShell } from "./commands/may-run";
import { mayBeGuest } from "./guest-rights";
import { findSeenTerminal, findTerminal, setGuests, type Guest, type OwnedTerminal } from "./terminals";

/** Of the log: who was given it is told beside. */
const maxTitle = 500;

export const shareTerminal: Service<typeof terminalContract.shareTerminal> = async (input, { actor, db, about }) => {
  const ownId = userIdOf(actor);
  const terminal = findTerminal(input.id, ownId);
  const byId = new Map<string, Guest>();
  for (const { username, mayType } of input.guests) {
    const guest = await findGuest(db, terminal, username);
    // One's own name would take nothing and give nothing.
    if (guest === null || guest.userId === null || guest.userId === ownId)
      throw new AppError("terminal/no-such-guest", { name: username });
    if (mayType && !mayHaveShell(guest)) throw new AppError("terminal/limited-guest", { name: username });
    byId.set(guest.userId, { userId: guest.userId, username: guest.username, mayType });
  }
  const { title, program } = terminal.info();
  // What runs in it says the title.
  const what = fitText(title || program, maxTitle);
  const guests = input.guests.map(({ username, mayType }) => `${username}${mayType ? " +" : ""}`);
  about(guests.length === 0 ? what : guests.map((guest) => `${what} · ${guest}`));
  setGuests(terminal, [...byId.values()]);
  return {};
};

export const leaveTerminal: Service<typeof terminalContract.leaveTerminal> = ({ id }, { actor, about }) => {
  const userId = userIdOf(actor);
  const terminal = findSeenTerminal(id, userId);
  about(terminal.ownerName);
  const { guests } = terminal;
  setGuests(
    terminal,
    guests.filter((guest) => guest.userId !== userId),
  );
  return Promise.resolve({});
};

/** The user of this name who may see such a terminal; of others it is not told whether they exist. */
async function findGuest(db: Db, terminal: OwnedTerminal, username: string): Promise<Actor | null> {
  const id = await findNamed(db, username);
  const actor = id === null ? null : await findUserActor(db, id);
  return actor !== null && (await mayBeGuest(terminal, actor)) ? actor : null;
}
