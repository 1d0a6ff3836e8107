import { z } from "zod";
import { channel } from "./channel";
import { endpoint } from "./endpoint";
import { empty, flag } from "./fields";
import { lists } from "./lists";
import { liveRows } from "./live-rows";

const name = z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}$/, {
  message: "letters, digits, _ . and -, beginning with a letter or a digit",
});
const container = z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}$/, { message: "must be the id of a container" });
/** What is not an address or a range is refused by the service, which says why. */
const address = z
  .string()
  .max(64)
  .regex(/^[0-9a-fA-F:./]*$/, { message: "must be an address" });

const networkRow = z.object({
  /** All 64 digits. */
  id: z.string(),
  name: z.string(),
  driver: z.string(),
  subnets: z.array(z.string()),
  is_internal: z.boolean(),
  /** One of those that Docker makes itself: bridge, host, none. */
  is_own: z.boolean(),
  /** How many containers are on it, those that run and those that do not. */
  used_by: z.number(),
  created_at: z.number().nullable(),
  /** Of Compose; null for others. */
  project: z.string().nullable(),
  /** Whether the caller may delete it, and connect containers to it, with the permission: administrators all, others what they have created. */
  may_change: z.boolean(),
});
export type NetworkRow = z.output<typeof networkRow>;

export const networkContract = {
  listNetworks: endpoint({
    method: "GET",
    path: "network/list",
    access: "docker_view",
    summary: "List the networks of Docker.",
    input: empty,
    output: lists({ networks: z.array(networkRow) }),
  }),
  getNetwork: endpoint({
    method: "GET",
    path: "network/{id}",
    access: "docker_view",
    summary: "How a network is made, and the containers on it with their addresses.",
    input: z.object({ id: name }),
    output: z.object({
      id: z.string(),
      name: z.string(),
      driver: z.string(),
      scope: z.string(),
      created_at: z.number().nullable(),
      is_internal: z.boolean(),
      is_attachable: z.boolean(),
      has_ipv6: z.boolean(),
      ranges: z.array(z.object({ subnet: z.string(), gateway: z.string(), ip_range: z.string() })),
      options: z.record(z.string(), z.string()),
      labels: z.record(z.string(), z.string()),
      may_change: z.boolean(),
      containers: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          state: z.string(),
          ipv4: z.string(),
          ipv6: z.string(),
          mac: z.string(),
        }),
      ),
    }),
  }),
  createNetwork: endpoint({
    method: "POST",
    path: "network/create",
    access: "docker_network_update",
    summary:
      "Make a bridge network. Without a subnet Docker chooses one. Addresses of one’s own choice are for administrators; those that this machine is in already, has a route to, or asks for names are refused.",
    input: z.object({
      name,
      internal: z.boolean().default(false),
      subnet: address.default(""),
      gateway: address.default(""),
      ip_range: address.default(""),
    }),
    output: z.object({ id: z.string() }),
  }),
  removeNetwork: endpoint({
    method: "DELETE",
    path: "network/{id}",
    access: "docker_network_update",
    summary: "Delete a network. One that a container is on is refused.",
    input: z.object({ id: name }),
    output: empty,
  }),
  connectContainer: endpoint({
    method: "POST",
    path: "network/{id}/connect",
    access: "docker_network_update",
    summary:
      "Put a container on a network, with an address of your choice if it has a subnet that was chosen. Networks that reach beyond this machine by its own wires (macvlan, ipvlan) are for administrators.",
    input: z.object({ id: name, container, ipv4: address.default("") }),
    output: empty,
  }),
  disconnectContainer: endpoint({
    method: "POST",
    path: "network/{id}/disconnect",
    access: "docker_network_update",
    summary: "Take a container off a network. `force`: also one that does not run any more.",
    input: z.object({ id: name, container, force: flag }),
    output: empty,
  }),
  listUnusedNetworks: endpoint({
    method: "GET",
    path: "network/unused",
    access: "docker_network_update",
    summary: "The networks that no container is on, without Docker’s own.",
    input: empty,
    output: z.object({
      networks: z.array(z.object({ id: z.string(), name: z.string(), subnets: z.array(z.string()) })),
    }),
  }),
  pruneNetworks: endpoint({
    method: "POST",
    path: "network/prune",
    access: "docker_network_update",
    summary: "Delete these networks, as far as no container is on them by now.",
    input: z.object({ ids: z.array(name).min(1).max(500) }),
    output: z.object({ removed: z.array(z.string()), kept: z.array(z.string()) }),
  }),
};

export const networkChannels = {
  follow: channel({
    name: "network/follow",
    access: "docker_view",
    summary: "All networks of Docker, and what changes about them.",
    open: empty,
    up: null,
    down: liveRows(networkRow),
    highWaterBytes: 64 * 1024,
  }),
};
