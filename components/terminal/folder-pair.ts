import type { VirtualPath } from "@/lib/shared/paths";

/** Where the file list and the shell of one terminal are, as far as was heard. */
export type FolderPair = {
  terminalId: string | null;
  shown: VirtualPath | null;
  shell: VirtualPath | null;
  /** Until when a change of the shell's folder is taken for what the list has asked for. */
  awaitedUntilMs: number;
};
type Heard = { terminalId: string | null; shown: VirtualPath | null; shell: VirtualPath | null };
/** What has to follow: the list, the shell, or none. */
export type Follow = { list: VirtualPath } | { shell: VirtualPath } | null;

const awaitMs = 2_000;

export const noPair: FolderPair = { terminalId: null, shown: null, shell: null, awaitedUntilMs: 0 };

/**
 * Who follows whom when either has changed. Whatever one of them does because of the other comes back as a change of its own, by another path
 * perhaps (links): that is what was asked for, and moves nobody.
 */
export function followPair(pair: FolderPair, heard: Heard, nowMs: number): { pair: FolderPair; follow: Follow } {
  const { terminalId, shown, shell } = heard;
  // Another terminal, or a page without a folder in between: where they are then is where they are.
  if (terminalId !== pair.terminalId) return { pair: { ...heard, awaitedUntilMs: 0 }, follow: null };
  // A page without a folder, or a shell elsewhere: the other stays where it was.
  const next = { ...pair, shown: shown ?? pair.shown, shell: shell ?? pair.shell };
  // Where a shell is that has just begun is heard a little later.
  const hasShellMoved = pair.shell !== null && next.shell !== pair.shell;
  const hasListMoved = next.shown !== pair.shown;
  if (hasListMoved && next.shown !== null && next.shown !== next.shell)
    return { pair: { ...next, awaitedUntilMs: nowMs + awaitMs }, follow: { shell: next.shown } };
  if (!hasShellMoved || next.shell === null || shown === null) return { pair: next, follow: null };
  if (nowMs < pair.awaitedUntilMs) return { pair: { ...next, awaitedUntilMs: 0 }, follow: null };
  // Noted as shown already: when the list arrives, nothing has changed.
  return { pair: { ...next, shown: next.shell }, follow: next.shell === shown ? null : { list: next.shell } };
}
