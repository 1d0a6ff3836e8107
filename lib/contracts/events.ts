import { z } from "zod";
import { endReasons } from "@/lib/shared/end-reasons";
import { fileEntry } from "./file";
import { virtualPath } from "./fields";
import { task } from "./task";

/** Socket events. Those of the client declare who may send them, like endpoints. */
export const clientEvents = {
  "folder/watch": { access: "file_read", input: z.object({ path: virtualPath }) },
  "folder/unwatch": { access: "session", input: z.object({ path: virtualPath }) },
} as const;

export const folderChange = z.object({
  path: z.string(),
  change: z.union([
    z.object({ upsert: z.array(fileEntry), removed: z.array(z.string()) }),
    z.object({ gone: z.literal(true) }),
    z.object({ overflow: z.literal(true) }),
  ]),
});

/** Changes are told from now on; `stamp` is the folder's at this moment. */
const folderWatched = z.object({ path: z.string(), stamp: z.number() });

export const serverEvents = {
  "folder/watched": folderWatched,
  "folder/changed": folderChange,
  "task/changed": task,
  /** Its owner has seen, on this device or another, how tasks ended that went wrong. */
  "task/seen": z.object({}),
  "session/ended": z.object({ reason: z.enum(endReasons).nullable() }),
} as const;

export type ClientEvent = keyof typeof clientEvents;
export type ServerEvent = keyof typeof serverEvents;
export type ServerEventOf<E extends ServerEvent> = z.infer<(typeof serverEvents)[E]>;
export type ClientEventOf<E extends ClientEvent> = z.input<(typeof clientEvents)[E]["input"]>;
