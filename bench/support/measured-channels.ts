import { z } from "zod";
import { channel } from "@/lib/contracts/channel";

const usual = { summary: "", access: "session", open: z.object({}), highWaterBytes: 128 * 1024 } as const;

/** For bench/channel.ts: bytes down and up, an endless output that a word ends as Ctrl-C does, and one that does nothing. */
export const measured = {
  down: channel({ ...usual, name: "bench/down", open: z.object({ bytes: z.number() }), up: null, down: "bytes" }),
  up: channel({ ...usual, name: "bench/up", up: "bytes", down: z.object({ taken: z.number() }) }),
  yes: channel({ ...usual, name: "bench/yes", up: z.object({}), down: "bytes" }),
  idle: channel({ ...usual, name: "bench/idle", up: "bytes", down: "bytes" }),
};
