import { randomId } from "@/lib/shared/units";
import { AppError } from "@/lib/shared/errors";
import type { TerminalSize } from "@/lib/shared/terminals";
import type { Access } from "@/lib/contracts/endpoint";
import { limits } from "@/lib/server/base/limits";
import type { Actor } from "@/lib/server/runtime/ctx";
import { createLiveTerminal, type LiveTerminal } from "./live-terminal";
import type { StartRecorder } from "./recording/start-recording";
import { createScreen } from "./screen/screens";
import type { TerminalSource } from "./terminal-source";
import { terminalSetting } from "./terminal-setting";

export type OwnedTerminal = LiveTerminal & {
  readonly id: string;
  readonly userId: string;
  /** The browser session that opened it. */
  readonly sessionId: string | null;
  readonly startedAtMs: number;
  /** The saved host that it is on; null: this machine. */
  readonly hostId: string | null;
  readonly ownerName: string;
  /** What somebody must be allowed to be shown it: what opens such a terminal. */
  readonly access: Access;
  /** What else must hold of them, with the rights of then. */
  readonly admits?: ((guest: Actor) => boolean | Promise<boolean>) | undefined;
  /** Whom its owner shows it to. */
  guests: readonly Guest[];
};

export type Guest = { userId: string; username: string; mayType: boolean };

type Owner = Pick<OwnedTerminal, "userId" | "sessionId" | "hostId" | "ownerName" | "access" | "admits">;

/** All terminals of this process, in the order in which they were opened. */
const terminals = new Map<string, OwnedTerminal>();
const listeners = new Set<(userId: string) => void>();
/** Of each user, how many are being opened: a host may take as long as it likes for that. */
const opening = new Map<string, number>();
let openingInAll = 0;

/** Told for whom terminals have changed, until the returned function is called. */
export function onTerminalsChanged(listener: (userId: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function terminalsOf(userId: string): OwnedTerminal[] {
  return allTerminals().filter((terminal) => terminal.userId === userId);
}

/** One's own, and those of others that one is shown. */
export function terminalsSeenBy(userId: string): OwnedTerminal[] {
  return allTerminals().filter((terminal) => terminal.userId === userId || guestOf(terminal, userId) !== undefined);
}

export function guestOf({ guests }: OwnedTerminal, userId: string): Guest | undefined {
  return guests.find((guest) => guest.userId === userId);
}

export function allTerminals(): OwnedTerminal[] {
  return [...terminals.values()];
}

/** One of this user's; another's is as unknown as none. */
export function findTerminal(id: string, userId: string): OwnedTerminal {
  const terminal = terminals.get(id);
  if (terminal?.userId !== userId) throw new AppError("terminal/gone");
  return terminal;
}

/** One's own, or one that one is shown; any other is as unknown as none. */
export function findSeenTerminal(id: string, userId: string): OwnedTerminal {
  const terminal = terminals.get(id);
  if (terminal === undefined || (terminal.userId !== userId && guestOf(terminal, userId) === undefined))
    throw new AppError("terminal/gone");
  return terminal;
}

/** Whoever is not among them any more sees no more of it. */
export function setGuests(terminal: OwnedTerminal, guests: readonly Guest[]): void {
  const before = terminal.guests;
  terminal.guests = guests;
  tell(terminal);
  for (const { userId } of before) if (guestOf(terminal, userId) === undefined) tellUser(userId);
}

type Begin = {
  size: TerminalSize;
  open: () => Promise<TerminalSource>;
  /** What records it; null: nothing does. */
  recorderFor?: (source: TerminalSource) => StartRecorder | null;
};

/** Throws when there are too many; those that have ended give way to new ones. */
export async function addTerminal(owner: Owner, { size, open, recorderFor }: Begin): Promise<OwnedTerminal> {
  const { maxPerUser, scrollbackLines } = terminalSetting.get();
  makeRoom(owner.userId, maxPerUser);
  const opened = noteOpening(owner.userId);
  try {
    const source = await open();
    const record = recorderFor?.(source) ?? null;
    const onChange = () => tell(terminal);
    const { userId } = owner;
    const live = createLiveTerminal({ createScreen, owner: userId, source, size, scrollbackLines, record, onChange });
    const terminal: OwnedTerminal = { ...live, ...owner, id: randomId(16), guests: [], startedAtMs: Date.now() };
    terminals.set(terminal.id, terminal);
    tell(terminal);
    return terminal;
  } finally {
    opened();
  }
}

/** Ends it and what runs in it, and forgets it. */
export async function removeTerminal(terminal: OwnedTerminal): Promise<void> {
  if (!terminals.delete(terminal.id)) return;
  tell(terminal);
  await terminal.end();
  terminal.dispose();
}

function makeRoom(userId: string, maxPerUser: number): void {
  const own = terminalsOf(userId);
  const count = own.length + (opening.get(userId) ?? 0);
  if (count >= maxPerUser || terminals.size + openingInAll >= limits.terminals) {
    const over = own.find(({ info }) => info().exit !== null);
    if (over === undefined) throw new AppError("terminal/too-many", { count: Math.min(maxPerUser, count) });
    void removeTerminal(over); // it has ended: there is nothing to wait for
  }
}

function noteOpening(userId: string): () => void {
  opening.set(userId, (opening.get(userId) ?? 0) + 1);
  openingInAll++;
  return () => {
    const left = (opening.get(userId) ?? 0) - 1;
    if (left > 0) opening.set(userId, left);
    else opening.delete(userId);
    openingInAll--;
  };
}

function tell({ userId, guests }: OwnedTerminal): void {
  tellUser(userId);
  for (const guest of guests) tellUser(guest.userId);
}

function tellUser(userId: string): void {
  for (const listener of listeners) listener(userId);
}
