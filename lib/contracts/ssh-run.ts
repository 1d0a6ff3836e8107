import { z } from "zod";
import { maxRunHosts } from "@/lib/shared/ssh-hosts";
import { channel } from "./channel";
import { endpoint } from "./endpoint";
import { id } from "./fields";

/** One command on several hosts. */
export const runEndpoints = {
  prepareRun: endpoint({
    method: "POST",
    path: "ssh/run",
    access: "ssh_proxy",
    token: false,
    summary:
      "Prepare to run a command on several hosts. It starts when the channel ssh/run is opened within a minute, and ends with it.",
    input: z.object({
      ids: z.array(id).min(1).max(maxRunHosts),
      command: z.string().trim().min(1).max(4096),
    }),
    output: z.object({ id }),
  }),
};

export const runChannel = channel({
  name: "ssh/run",
  access: "ssh_proxy",
  summary:
    "Run a prepared command on its hosts and get what it writes there. Only the first 256 KiB of each host are kept.",
  open: z.object({ id }),
  up: null,
  down: z.discriminatedUnion("type", [
    z.object({ type: z.literal("text"), host_id: id, text: z.string() }),
    z.object({ type: z.literal("cut"), host_id: id }),
    /** `code` is null where a signal or the connection ended it. */
    z.object({ type: z.literal("exit"), host_id: id, code: z.number().nullable() }),
    z.object({ type: z.literal("failed"), host_id: id, error: z.string() }),
  ]),
  highWaterBytes: 256 * 1024,
});
