import { randomId } from "@/lib/shared/units";
import { AppError } from "@/lib/shared/errors";
import type { TerminalSize } from "@/lib/shared/terminals";
import { limits } from "@/lib/server/base/limits";
import { createLiveTerminal, type LiveTerminal } from "./live-terminal";
import { loadScreens } from "./screen";
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
};

type Owner = Pick<OwnedTerminal, "userId" | "sessionId" | "hostId">;

/** All terminals of this process, in the order in which they were opened. */
const terminals = new Map<string, OwnedTerminal>();
const listeners = new Set<(userId: string) => void>();
let opening = 0;

/** Told whose terminals have changed, until the returned function is called. */
export function onTerminalsChanged(listener: (userId: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function terminalsOf(userId: string): OwnedTerminal[] {
  return [...terminals.values()].filter((terminal) => terminal.userId === userId);
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

/** Throws when there are too many; those that have ended give way to new ones. */
export async function addTerminal(
  { userId, sessionId, hostId }: Owner,
  { size, open }: { size: TerminalSize; open: () => Promise<TerminalSource> },
): Promise<OwnedTerminal> {
  const { maxPerUser, scrollbackLines } = terminalSetting.get();
  makeRoom(userId, maxPerUser);
  opening++;
  try {
    const createScreen = await loadScreens();
    const source = await open();
    const id = randomId(16);
    const live = createLiveTerminal({ createScreen, source, size, scrollbackLines, onChange: () => tell(userId) });
    const terminal: OwnedTerminal = { ...live, id, userId, sessionId, hostId, startedAtMs: Date.now() };
    terminals.set(id, terminal);
    tell(userId);
    return terminal;
  } finally {
    opening--;
  }
}

/** Ends it and what runs in it, and forgets it. */
export async function removeTerminal({ id, userId, end, dispose }: OwnedTerminal): Promise<void> {
  if (!terminals.delete(id)) return;
  tell(userId);
  await end();
  dispose();
}

function makeRoom(userId: string, maxPerUser: number): void {
  const own = terminalsOf(userId);
  if (own.length >= maxPerUser || terminals.size + opening >= limits.terminals) {
    const over = own.find(({ info }) => info().exit !== null);
    if (over === undefined) throw new AppError("terminal/too-many", { count: Math.min(maxPerUser, own.length) });
    void removeTerminal(over); // it has ended: there is nothing to wait for
  }
}

function tell(userId: string): void {
  for (const listener of listeners) listener(userId);
}
