import { withHost } from "@/components/domain/connect-host/connect-host";
import { isAppError, type ErrorKey } from "@/lib/shared/errors";
import type { LostTerminal, TerminalInfo } from "@/lib/contracts/terminal";
import { usualTerminalSize } from "@/components/domain/terminal/wanted-terminal";
import { api } from "@/lib/client/call";
import { keepChannel } from "@/lib/client/channel";
import type { VirtualPath } from "@/lib/shared/paths";
import { createStore } from "@/lib/shared/store";
import { dockStore, setDock, showTerminal, type Dock } from "./dock-store";
import { idsIn, splitPane, tabsOf, type Panes, type Way } from "./panes";
import { maxTypedPaths } from "@/lib/shared/terminals";

/** The user's terminals and those that others show, the oldest first; null until the server has told. */
export const terminalStore = createStore<readonly TerminalInfo[] | null>(null);

/** What ended with the server, until the user has seen it. */
export const lostStore = createStore<readonly LostTerminal[]>([]);

type Known = { terminals: readonly TerminalInfo[]; lost: readonly LostTerminal[] };

/** Follows the user's terminals on all devices, until the returned function is called. `begin` gets what there is now: the stores may have what was. */
export function followTerminals(begin: (known: Known) => void): () => void {
  let hasBegun = false;
  return keepChannel("terminal/follow", {}, ({ terminals, lost }) => {
    terminalStore.set(terminals);
    lostStore.set(lost);
    // Whoever hides them finds them again as they were.
    if (terminals.length === 0 || dockStore.get().activeId === null)
      setDock({ activeId: terminals.at(-1)?.id ?? null });
    if (!hasBegun) begin({ terminals, lost });
    hasBegun = true;
  });
}

/** A new one in a folder, or in the home folder, shown at once. In the folder of an SSH host it is a shell of that host. */
export async function openTerminal(folder: VirtualPath | null, show = showTerminal): Promise<void> {
  const opened = await withHost(() => openIn(folder));
  if (opened !== null) show(opened.id);
}

async function openIn(folder: VirtualPath | null): Promise<{ id: string }> {
  try {
    return await api.terminal.openTerminal({ folder, ...usualTerminalSize });
  } catch (error) {
    const id = isAppError(error) && error.key === "storage/unsupported" ? error.detail?.["host_id"] : undefined;
    if (typeof id !== "string") throw error;
    return api.ssh.openHostTerminal({ id, folder, ...usualTerminalSize });
  }
}

const noPlaceForShells: ReadonlySet<string> = new Set<ErrorKey>([
  "storage/unsupported",
  "ssh/folders-only",
  "file/not-found",
  "file/not-folder",
]);

/** A new one in the folder on the screen; in the home folder where that is none for a shell. */
export async function openTerminalAt(shown: VirtualPath | null, show = showTerminal): Promise<void> {
  try {
    await openTerminal(shown, show);
  } catch (error) {
    if (shown === null || !isAppError(error) || !noPlaceForShells.has(error.key)) throw error;
    await openTerminal(null, show);
  }
}

let isOpeningFirst = false;

/** For whoever shows the terminals and has none. Where they are hidden and shown again meanwhile it is still one, and hidden they stay hidden. */
export async function openFirst(shown: VirtualPath | null): Promise<void> {
  if (isOpeningFirst) return;
  isOpeningFirst = true;
  try {
    await openTerminalAt(shown, (id) => setDock({ activeId: id }));
  } finally {
    isOpeningFirst = false;
  }
}

/** A new one in the folder of another, beside or below it in the same tab. */
export async function splitTerminal({ id: at, folder }: TerminalInfo, way: Way): Promise<void> {
  const { id } = await api.terminal.openTerminal({ folder, ...usualTerminalSize });
  const ids = [...(terminalStore.get() ?? []).map((terminal) => terminal.id), id];
  const tabs = tabsOf(ids, dockStore.get().splits).filter((panes) => !("id" in panes) || panes.id === at);
  const splits = tabs.map((panes) => splitPane(panes, at, { id, way }));
  setDock({ activeId: id, splits });
}

/** A tab that is divided otherwise now. */
export function setShare(changed: Panes): void {
  const [first] = idsIn(changed);
  setDock({
    splits: dockStore.get().splits.map((panes) => (idsIn(panes).some((id) => id === first) ? changed : panes)),
  });
}

/** Whether nothing runs in any of them but a shell that waits; false where that cannot be known. */
export async function areIdle(terminals: readonly TerminalInfo[]): Promise<boolean> {
  const ids = new Set(terminals.map(({ id }) => id));
  const now = (await api.terminal.listTerminals({})).terminals.filter(({ id }) => ids.has(id));
  return now.every(({ isIdle, exit }) => isIdle || exit !== null);
}

/** Ends it, or forgets one that has ended; another's is only left. */
export async function endTerminal({ id, owner }: TerminalInfo): Promise<void> {
  await (owner === null ? api.terminal.endTerminal({ id }) : api.terminal.leaveTerminal({ id }));
}

export async function dismissLost(): Promise<void> {
  lostStore.set([]);
  await api.terminal.dismissLostTerminals({});
}

/** Types the paths of entries into the terminal on the screen, or into a new one in the folder. */
export async function typePaths(paths: readonly VirtualPath[], folder: VirtualPath | null): Promise<void> {
  // The dock may not have been open yet.
  terminalStore.set((await api.terminal.listTerminals({})).terminals);
  const open = (terminalStore.get() ?? []).filter(({ exit }) => exit === null);
  if (open.length === 0) await openTerminal(folder);
  const id = activeOf(open, dockStore.get())?.id ?? dockStore.get().activeId;
  if (id === null) return;
  showTerminal(id);
  await typePathsInto(id, paths);
}

/** The same for one that is known. */
export async function typePathsInto(id: string, paths: readonly VirtualPath[]): Promise<void> {
  await api.terminal.typePaths({ id, paths: paths.slice(0, maxTypedPaths) });
}

/** The one on the screen. */
export function activeOf(
  terminals: readonly TerminalInfo[],
  { activeId }: Pick<Dock, "activeId">,
): TerminalInfo | null {
  return terminals.find(({ id }) => id === activeId) ?? terminals.at(-1) ?? null;
}

/** What a tab calls it: what the program says, or else the folder or the program's name. */
export function nameOf({ title, folder, program }: Pick<TerminalInfo, "title" | "folder" | "program">): string {
  return title || folder?.split("/").at(-1) || program;
}
