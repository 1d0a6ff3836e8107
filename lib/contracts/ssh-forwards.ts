import { z } from "zod";
import { forwardKinds } from "@/lib/shared/ssh-hosts";
import { channel } from "./channel";
import { endpoint } from "./endpoint";
import { empty, hostName, id, portNumber } from "./fields";
import { lists } from "./lists";

const forwardFields = {
  host_id: id,
  kind: z.enum(forwardKinds),
  /** Where it listens: on this server, or on the host for a remote one. */
  bind_address: hostName,
  bind_port: portNumber,
};
const target = { target_address: hostName, target_port: portNumber };
const forward = z.object({
  ...forwardFields,
  id,
  host_name: z.string(),
  target_address: z.string(),
  target_port: z.number(),
  is_enabled: z.boolean(),
  state: z.enum(["off", "starting", "open", "waiting"]),
  /** Why it does not work now. */
  error: z.string().nullable(),
  connections: z.number(),
  /** Since it was turned on: from whoever connects, and to them. */
  bytes_out: z.number(),
  bytes_in: z.number(),
});
export type SshForward = z.output<typeof forward>;
const forwards = lists({ forwards: z.array(forward) });

/** Ports that are passed on by way of SSH hosts. */
export const forwardEndpoints = {
  listForwards: endpoint({
    method: "GET",
    path: "ssh/forwards",
    access: "ssh_proxy",
    token: false,
    summary: "List your port forwards with their state and byte counts.",
    input: empty,
    output: forwards,
  }),
  createForward: endpoint({
    method: "POST",
    path: "ssh/forwards",
    access: "ssh_proxy",
    token: false,
    summary:
      "Forward a port by way of a host, as ssh -L, -R and -D do. Only administrators listen on this server beyond loopback, or on other ports than those in `setting/ports`.",
    input: z.discriminatedUnion("kind", [
      z.object({ ...forwardFields, kind: z.literal("local"), ...target }),
      z.object({ ...forwardFields, kind: z.literal("remote"), ...target }),
      z.object({ ...forwardFields, kind: z.literal("dynamic") }),
    ]),
    output: z.object({ id }),
  }),
  switchForward: endpoint({
    method: "POST",
    path: "ssh/forwards/{id}",
    access: "ssh_proxy",
    token: false,
    summary: "Turn a port forward on or off.",
    input: z.object({ id, is_enabled: z.boolean() }),
    output: empty,
  }),
  deleteForward: endpoint({
    method: "DELETE",
    path: "ssh/forwards/{id}",
    access: "ssh_proxy",
    token: false,
    summary: "Delete a port forward.",
    input: z.object({ id }),
    output: empty,
  }),
};

export const forwardsChannel = channel({
  name: "ssh/forwards",
  access: "ssh_proxy",
  summary: "Get your port forwards, and again whenever one changes, at most once a second.",
  open: empty,
  up: null,
  down: forwards,
  highWaterBytes: 64 * 1024,
});
