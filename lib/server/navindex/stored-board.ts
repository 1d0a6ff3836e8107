import { z } from "zod";
import type { NavItem } from "@/lib/contracts/navindex";
import { linkColors, linkIcons, parseLinkUrl } from "@/lib/shared/navindex";

type Stored = { content: unknown } | null;

/** `rest`: what this version cannot read, which is kept with the board. */
export type BoardItems = { items: NavItem[]; rest: unknown[] };
type Board = BoardItems & {
  /** Links that somebody put there who may not reach the local network: none of these is asked there, whoever looks at it. */
  notLan: string[];
};

const list = z.object({ items: z.array(z.unknown()), not_lan: z.array(z.string()).catch([]) });
const common = { id: z.string(), title: z.string(), color: z.enum(linkColors).catch("gray") };
const item = z.discriminatedUnion("kind", [
  z.object({
    ...common,
    kind: z.literal("link"),
    // The one limit that holds for what is stored as well: browsers open it.
    url: z.string().refine((text) => parseLinkUrl(text) !== null),
    icon: z.enum(linkIcons).nullable().catch(null),
  }),
  z.object({ ...common, kind: z.literal("folder"), items: z.array(z.unknown()) }),
]);

/** Null: it was never saved. Each link by itself: one that cannot be read does not take the others with it. */
export function readBoard(board: Stored): Board {
  if (board === null) return { items: [], rest: [], notLan: [] };
  const { success, data } = list.safeParse(board.content);
  if (!success) return { items: [], rest: [board.content], notLan: [] };
  return { ...readItems(data.items), notLan: data.not_lan };
}

function readItems(stored: readonly unknown[]): BoardItems {
  const [items, rest]: [NavItem[], unknown[]] = [[], []];
  for (const one of stored) {
    const { success, data } = item.safeParse(one);
    if (!success) rest.push(one);
    else if (data.kind === "link") items.push(data);
    else {
      const inside = readItems(data.items);
      items.push({ ...data, items: inside.items });
      rest.push(...inside.rest);
    }
  }
  return { items, rest };
}

export function urlsOf(items: readonly NavItem[]): string[] {
  return items.flatMap((item) => (item.kind === "link" ? [item.url] : urlsOf(item.items)));
}

export function linkTitles(items: readonly NavItem[]): string[] {
  return items.flatMap((item) => (item.kind === "link" ? [item.title] : linkTitles(item.items)));
}

export function countLinks(board: Stored): number {
  return urlsOf(readBoard(board).items).length;
}
