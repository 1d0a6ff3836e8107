import { z } from "zod";
import { fileEntry } from "./file";
import { virtualPath } from "./fields";
import { task } from "./task";

/** Socket events. Those of the client declare who may send them, like endpoints. */
export const clientEvents = {
  "folder/watch": {
    access: "file_read",
    input: z.object({
      path: virtualPath,
      /** How old the listing is that the sender has: what changed since then is told at once, as an overflow. */
      ageMs: z.number().min(0).optional(),
    }),
  },
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

export const serverEvents = {
  "folder/changed": folderChange,
  "task/changed": task,
  "session/ended": z.object({}),
} as const;

export type ClientEvent = keyof typeof clientEvents;
export type ServerEvent = keyof typeof serverEvents;
export type ServerEventOf<E extends ServerEvent> = z.infer<(typeof serverEvents)[E]>;
export type ClientEventOf<E extends ClientEvent> = z.input<(typeof clientEvents)[E]["input"]>;
