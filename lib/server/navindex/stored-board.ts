import { z } from "zod";
import { navindexContract, type NavItem } from "@/lib/contracts/navindex";

type Stored = { content: unknown } | null;

const stored = z.object({ items: navindexContract.saveBoard.input.shape.items }).catch({ items: [] });

/** Null: it was never saved. */
export function itemsOf(board: Stored): NavItem[] {
  return board === null ? [] : stored.parse(board.content).items;
}

export function urlsOf(items: readonly NavItem[]): string[] {
  return items.flatMap((item) => (item.kind === "link" ? [item.url] : urlsOf(item.items)));
}

export function linkTitles(items: readonly NavItem[]): string[] {
  return items.flatMap((item) => (item.kind === "link" ? [item.title] : linkTitles(item.items)));
}

export function countLinks(board: Stored): number {
  return urlsOf(itemsOf(board)).length;
}
