/** How a tab is divided: one terminal, or two parts beside or below each other, of which the first has that share. */
export type Panes = { id: string } | { way: Way; share: number; first: Panes; second: Panes };
export type Way = "right" | "below";

export const maxPanes = 4;
/** Of the room that two parts share. */
const leastShare = 0.1;

type Box = { x: number; y: number; width: number; height: number };
/** Where things are, in shares of the whole; `path`: the turns from the whole to the divided part. */
export type PlacedPane = Box & { id: string };
export type PlacedDivider = Box & { path: string; way: Way; share: number };

export function idsIn(panes: Panes): string[] {
  return "id" in panes ? [panes.id] : [...idsIn(panes.first), ...idsIn(panes.second)];
}

/** Gives half of a terminal's room to another. */
export function splitPane(panes: Panes, at: string, { id, way }: { id: string; way: Way }): Panes {
  if (!("id" in panes))
    return {
      ...panes,
      first: splitPane(panes.first, at, { id, way }),
      second: splitPane(panes.second, at, { id, way }),
    };
  return panes.id === at ? { way, share: 0.5, first: panes, second: { id } } : panes;
}

/** What is left where only some are still there; null: nothing. */
export function keepPanes(panes: Panes, isThere: (id: string) => boolean): Panes | null {
  if ("id" in panes) return isThere(panes.id) ? panes : null;
  const [first, second] = [keepPanes(panes.first, isThere), keepPanes(panes.second, isThere)];
  return first === null || second === null ? (first ?? second) : { ...panes, first, second };
}

/** Divides the part at a path elsewhere. */
export function withShare(panes: Panes, path: string, share: number): Panes {
  if ("id" in panes) return panes;
  const [turn, rest] = [path[0], path.slice(1)];
  if (turn === undefined) return { ...panes, share: Math.max(leastShare, Math.min(1 - leastShare, share)) };
  return turn === "1"
    ? { ...panes, first: withShare(panes.first, rest, share) }
    : { ...panes, second: withShare(panes.second, rest, share) };
}

/** The tabs, in the order of the terminals: those that were divided at the place of their oldest terminal. */
export function tabsOf(ids: readonly string[], splits: readonly Panes[]): Panes[] {
  const left = new Set(ids);
  return ids.flatMap((id) => {
    if (!left.has(id)) return [];
    const panes = splits
      .map((split) => keepPanes(split, (one) => left.has(one)))
      .find((split) => split !== null && idsIn(split).includes(id)) ?? { id };
    for (const one of idsIn(panes)) left.delete(one);
    return [panes];
  });
}

const whole: Box = { x: 0, y: 0, width: 1, height: 1 };

/** A flat list, so that a terminal keeps its place on the page whatever comes beside it. */
export function placePanes(
  panes: Panes,
  box: Box = whole,
  path = "",
): { panes: PlacedPane[]; dividers: PlacedDivider[] } {
  if ("id" in panes) return { panes: [{ id: panes.id, ...box }], dividers: [] };
  const { way, share } = panes;
  const [before, after] =
    way === "right"
      ? [
          { ...box, width: box.width * share },
          { ...box, x: box.x + box.width * share, width: box.width * (1 - share) },
        ]
      : [
          { ...box, height: box.height * share },
          { ...box, y: box.y + box.height * share, height: box.height * (1 - share) },
        ];
  const [first, second] = [placePanes(panes.first, before, `${path}1`), placePanes(panes.second, after, `${path}2`)];
  return {
    panes: [...first.panes, ...second.panes],
    dividers: [{ ...box, path, way, share }, ...first.dividers, ...second.dividers],
  };
}
