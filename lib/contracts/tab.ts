import { z } from "zod";
import { isTabAddress, maxTabAddress, maxTabTitle, type Tab } from "@/lib/shared/tabs";
import { channel } from "./channel";
import { endpoint } from "./endpoint";
import { empty, id } from "./fields";
import { lists } from "./lists";

const tab = z.object({
  /** Made by the window that opened the tab; it says something within the user's list alone. */
  id,
  address: z.string().max(maxTabAddress).refine(isTabAddress, { message: "not the address of a page" }),
  title: z.string().max(maxTabTitle),
}) satisfies z.ZodType<Tab>;

const after = id.nullable();

const tabChange = z.discriminatedUnion("type", [
  z.object({ type: z.literal("open"), tab, after }),
  z.object({ type: z.literal("update"), tab }),
  z.object({ type: z.literal("move"), id, after }),
  z.object({ type: z.literal("close"), ids: z.array(id).max(100) }),
]);

/** All tabs of the user, in their order; none, or at least two. */
const output = lists({
  tabs: z.array(tab),
  /** Of two lists the one with the higher number is the newer. */
  revision: z.number(),
});

export const tabContract = {
  listTabs: endpoint({
    method: "GET",
    path: "tab",
    direct: true,
    access: "session",
    token: false,
    summary: "List the pages you have open as tabs.",
    input: empty,
    output,
  }),
  changeTabs: endpoint({
    method: "POST",
    path: "tab",
    direct: true,
    access: "session",
    token: false,
    audit: false,
    summary: "Open, update, move and close tabs. Changes made on several devices are merged.",
    input: z.object({ changes: z.array(tabChange).min(1).max(100) }),
    output,
  }),
};

export const tabChannels = {
  follow: channel({
    name: "tab/follow",
    access: "session",
    summary: "Get your open tabs, and again whenever they have changed on any device.",
    open: empty,
    up: null,
    down: output,
    highWaterBytes: 64 * 1024,
  }),
};
