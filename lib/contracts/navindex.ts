import { z } from "zod";
import { linkColors, linkIcons, maxDepth, maxLinks, parseLinkUrl } from "@/lib/shared/navindex";
import { channel } from "./channel";
import { endpoint } from "./endpoint";
import { empty, id } from "./fields";
import { lists } from "./lists";
import { liveRows } from "./live-rows";

const title = z.string().trim().min(1).max(100);
const color = z.enum(linkColors);

const link = z.object({
  id,
  kind: z.literal("link"),
  title,
  url: z
    .string()
    .max(2048)
    .refine((text) => parseLinkUrl(text) !== null, { message: "must be an address with http or https" })
    .transform((text) => parseLinkUrl(text) ?? text),
  /** Null: the first letter of its title. */
  icon: z.enum(linkIcons).nullable(),
  color,
});
export type NavLink = z.output<typeof link>;
export type NavFolder = { id: string; kind: "folder"; title: string; color: z.output<typeof color>; items: NavItem[] };
export type NavItem = NavLink | NavFolder;

const folder: z.ZodType<NavFolder, NavFolder> = z
  .object({
    id,
    kind: z.literal("folder"),
    title,
    color,
    get items() {
      return z.array(z.union([link, folder])).max(maxLinks);
    },
  })
  .meta({ id: "NavFolder" });

function* everyItem(items: readonly NavItem[], depth = 1): Generator<{ item: NavItem; depth: number }> {
  for (const item of items) {
    yield { item, depth };
    if (item.kind === "folder") yield* everyItem(item.items, depth + 1);
  }
}

const items = z
  .array(z.union([link, folder]))
  .refine((all) => [...everyItem(all)].length <= maxLinks, { message: `${maxLinks} links and folders at most` })
  .refine((all) => [...everyItem(all)].every(({ depth }) => depth <= maxDepth), {
    message: `${maxDepth} levels at most`,
  })
  .refine(
    (all) => {
      const ids = [...everyItem(all)].map(({ item }) => item.id);
      return new Set(ids).size === ids.length;
    },
    { message: "must not repeat an id" },
  );

const board = z.object({
  /** Null for one's own. */
  role_id: id.nullable(),
  /** The role's name; empty for one's own. */
  title: z.string(),
  may_edit: z.boolean(),
  /** 0: never saved. */
  version: z.number(),
  items,
});
export type NavBoard = z.output<typeof board>;

const linkState = z.object({
  /** The address. */
  id: z.string(),
  /** `up`: it answers, and with no failure of its own. */
  state: z.enum(["up", "down"]),
  /** Of HTTP; null without an answer. */
  status: z.number().nullable(),
  /** Until the answer began. */
  ms: z.number().nullable(),
  at: z.number(),
});
export type LinkState = z.output<typeof linkState>;

export const navindexContract = {
  listBoards: endpoint({
    method: "GET",
    path: "navindex/boards",
    access: "session",
    token: false,
    summary:
      "The boards of links that you see: your own, that of your role, and those of all roles for who may edit them (“Edit start pages of roles”).",
    input: empty,
    output: lists({ boards: z.array(board) }),
  }),
  saveBoard: endpoint({
    method: "POST",
    path: "navindex/save",
    access: "session",
    token: false,
    summary: "Replace the links of your own board, or of a role’s, which takes the permission net_site_tag_update.",
    /** `version`: of what was read before; another one by now is answered navindex/changed. */
    input: z.object({ role_id: id.nullable(), version: z.number().int().min(0), items }),
    output: z.object({ version: z.number() }),
  }),
};

export const navindexChannels = {
  states: channel({
    name: "navindex/states",
    access: "session",
    summary:
      "Whether the links of the boards that you see answer, asked every minute while somebody looks. Those in the local network are told to who may reach it.",
    open: empty,
    up: null,
    down: liveRows(linkState),
    highWaterBytes: 64 * 1024,
  }),
};
