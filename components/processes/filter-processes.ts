import type { ProcessRow } from "@/lib/contracts/processes";

type Rows = ReadonlyMap<string, ProcessRow>;

/**
 * Those that a search means: `:8080` by the port that they listen at, a number by the pid (or a part of the words), words by program, command, user,
 * unit, or container. All words have to fit.
 */
export function filterProcesses(rows: Rows, { text, withKernel }: { text: string; withKernel: boolean }): Rows {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && withKernel) return rows;
  return new Map(
    [...rows].filter(([, row]) => (withKernel || !row.is_kernel) && words.every((word) => fits(row, word))),
  );
}

function fits(row: ProcessRow, word: string): boolean {
  if (/^:\d+$/.test(word)) return row.ports.includes(Number(word.slice(1)));
  if (String(row.pid) === word) return true;
  const texts = [row.name, row.command, row.user, row.unit ?? "", row.container ?? ""];
  return texts.some((text) => text.toLocaleLowerCase().includes(word));
}

/** In a tree those above them are shown as well. */
export function withParents(found: Rows, all: Rows): Rows {
  const byPid = new Map([...all.values()].map((row) => [row.pid, row]));
  const shown = new Map(found);
  for (const row of found.values()) {
    let parent = byPid.get(row.parent);
    while (parent !== undefined && !shown.has(parent.id)) {
      shown.set(parent.id, parent);
      parent = byPid.get(parent.parent);
    }
  }
  return shown;
}
