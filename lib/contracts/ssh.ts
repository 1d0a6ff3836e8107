import { z } from "zod";
import { sshAuths } from "@/lib/shared/ssh-hosts";
import { maxTerminalSize } from "@/lib/shared/terminals";
import { channel } from "./channel";
import { endpoint } from "./endpoint";
import { empty, hostName, id, portNumber, virtualPath } from "./fields";
import { lists } from "./lists";
import { forwardEndpoints, forwardsChannel } from "./ssh-forwards";
import { runChannel, runEndpoints } from "./ssh-run";

const account = z
  .string()
  .max(255)
  .regex(/^[^\s\p{Cc}-][^\p{Cc}]*$/u, { message: "must be the name of an account" });
const line = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^\P{Cc}*$/u, { message: "must be one line" });
const tag = z.string().trim().min(1).max(64);

const hostFields = {
  name: z.string().trim().min(1).max(128),
  /** `a/b`; empty: at the top. */
  folder: z.string().trim().max(256),
  tags: z.array(tag).max(20),
  address: hostName,
  port: portNumber,
  username: account,
  auth: z.enum(sshAuths),
  key_id: id.nullable(),
  /** Another host of yours, by which it is reached. */
  jump_id: id.nullable(),
  /** 0: never. */
  keep_alive_seconds: z.number().int().min(0).max(3600),
  /** Whether algorithms that are no longer safe may be used, where the host offers no others. */
  allow_old_algorithms: z.boolean(),
  /** Where its shells and its files begin; empty: the home folder. */
  start_folder: line(4096).regex(/^(?:\/.*)?$/, { message: "must be empty or start with /" }),
  /** Run by each of its shells before you type. */
  start_command: line(4096),
  /** Whether its files are among the places. */
  is_place: z.boolean(),
  /** The roles whose users may use it, with what is saved of it. */
  role_ids: z.array(id).max(100),
};
const newHost = z.object({
  ...hostFields,
  folder: hostFields.folder.default(""),
  tags: hostFields.tags.default([]),
  port: hostFields.port.default(22),
  auth: hostFields.auth.default("password"),
  key_id: hostFields.key_id.default(null),
  jump_id: hostFields.jump_id.default(null),
  keep_alive_seconds: hostFields.keep_alive_seconds.default(30),
  allow_old_algorithms: hostFields.allow_old_algorithms.default(false),
  start_folder: hostFields.start_folder.default(""),
  start_command: hostFields.start_command.default(""),
  is_place: hostFields.is_place.default(false),
  role_ids: hostFields.role_ids.default([]),
  /** Null: asked for when connecting. Never told again. */
  password: z.string().min(1).max(1024).nullable().default(null),
  /** False: forgotten when its connection ends. */
  is_saved: z.boolean().default(true),
});

const host = z.object({
  ...hostFields,
  id,
  has_password: z.boolean(),
  is_saved: z.boolean(),
  /** Whether it is yours; others' are shared with your role, and you may use them but not change them. */
  is_own: z.boolean(),
  owner: z.string(),
  connection: z.enum(["none", "connecting", "open"]),
});
export type SshHost = z.output<typeof host>;
export type NewSshHost = z.input<typeof newHost>;

const hosts = lists({ hosts: z.array(host) });

const hostKey = z.object({
  id,
  address: z.string(),
  type: z.string(),
  fingerprint: z.string(),
  added_at: z.number(),
});
export type SshHostKey = z.output<typeof hostKey>;

const size = {
  cols: z.number().int().min(2).max(maxTerminalSize.cols),
  rows: z.number().int().min(1).max(maxTerminalSize.rows),
};

export const sshContract = {
  listHosts: endpoint({
    method: "GET",
    path: "ssh/hosts",
    access: "ssh_proxy",
    token: false,
    summary: "List your SSH hosts and those shared with your role. Passwords are never included.",
    input: empty,
    output: hosts,
  }),
  createHost: endpoint({
    method: "POST",
    path: "ssh/hosts",
    access: "ssh_proxy",
    token: false,
    summary: "Save an SSH host.",
    input: newHost,
    output: z.object({ id }),
  }),
  updateHost: endpoint({
    method: "PUT",
    path: "ssh/hosts/{id}",
    access: "ssh_proxy",
    token: false,
    summary:
      "Change one of your SSH hosts. Tags need ssh_proxy_tag_update. Open connections end when the address or the sign-in changes.",
    input: z
      .object({ ...hostFields, password: z.string().min(1).max(1024).nullable(), is_saved: z.literal(true) })
      .partial()
      .extend({ id }),
    output: empty,
  }),
  deleteHost: endpoint({
    method: "DELETE",
    path: "ssh/hosts/{id}",
    access: "ssh_proxy",
    token: false,
    summary: "Delete one of your SSH hosts and end its connections.",
    input: z.object({ id }),
    output: empty,
  }),
  disconnectHost: endpoint({
    method: "POST",
    path: "ssh/disconnect",
    access: "ssh_proxy",
    token: false,
    summary: "End your connection to a host, its terminals included.",
    input: z.object({ id }),
    output: empty,
  }),
  openHostTerminal: endpoint({
    method: "POST",
    path: "ssh/terminal",
    access: "ssh_proxy",
    token: false,
    summary:
      "Start a shell on a host, in one of its folders or where its shells begin. Connects if that takes no answers from a person; otherwise use the channel ssh/connect first.",
    input: z.object({ id, folder: virtualPath.nullable().default(null), ...size }),
    output: z.object({ id }),
  }),
  openHostFiles: endpoint({
    method: "POST",
    path: "ssh/files",
    access: "ssh_proxy",
    token: false,
    summary:
      "Get the folder where a host’s files begin: the start folder, or the home folder of the account. One of your hosts becomes a place for it.",
    input: z.object({ id }),
    output: z.object({ folder: virtualPath }),
  }),
  authorizeKey: endpoint({
    method: "POST",
    path: "ssh/authorized-keys",
    access: "ssh_proxy",
    token: false,
    summary:
      "Add the public half of one of your keys to ~/.ssh/authorized_keys of a host’s account. Connects if that takes no answers from a person.",
    input: z.object({ id, key_id: id }),
    output: z.object({
      /** False: it was there already. */
      is_new: z.boolean(),
    }),
  }),
  listHostKeys: endpoint({
    method: "GET",
    path: "ssh/host-keys",
    access: "ssh_proxy",
    token: false,
    summary: "List the keys of hosts that you trust.",
    input: empty,
    output: lists({ keys: z.array(hostKey) }),
  }),
  deleteHostKey: endpoint({
    method: "DELETE",
    path: "ssh/host-keys/{id}",
    access: "ssh_proxy",
    token: false,
    summary: "Stop trusting a key. The host is asked about again at the next connection.",
    input: z.object({ id }),
    output: empty,
  }),
  ...forwardEndpoints,
  ...runEndpoints,
};

const question = z.object({ label: z.string(), is_hidden: z.boolean() });

export const sshChannels = {
  follow: channel({
    name: "ssh/follow",
    access: "ssh_proxy",
    summary: "Get your SSH hosts with the state of their connections, and again whenever something changes.",
    open: empty,
    up: null,
    down: hosts,
    highWaterBytes: 64 * 1024,
  }),
  forwards: forwardsChannel,
  run: runChannel,
  connect: channel({
    name: "ssh/connect",
    access: "ssh_proxy",
    summary:
      "Connect to a host: asks whether its key is to be trusted, and what it wants to know. Ends once connected; fails with the reason. A connection outlives the channel.",
    open: z.object({ id }),
    up: z.discriminatedUnion("type", [
      z.object({ type: z.literal("trust"), fingerprint: z.string().max(128) }),
      z.object({
        type: z.literal("answers"),
        answers: z.array(z.string().max(4096)).max(20),
        /** Keep a password that was asked for, where the host is yours. */
        keep: z.boolean(),
      }),
    ]),
    down: z.discriminatedUnion("type", [
      z.object({
        type: z.literal("key"),
        /** Of several hosts on the way, which. */
        host: z.string(),
        address: z.string(),
        key_type: z.string(),
        fingerprint: z.string(),
        /** What is trusted until now, when it is another. */
        known: z.string().nullable(),
      }),
      z.object({
        type: z.literal("question"),
        host: z.string(),
        title: z.string(),
        text: z.string(),
        questions: z.array(question),
        /** Whether it is the account's password, or the passphrase of a key; null: whatever the host asks. */
        what: z.enum(["password", "passphrase"]).nullable(),
        /** Whether the answer before was wrong. */
        is_again: z.boolean(),
        can_keep: z.boolean(),
      }),
      z.object({ type: z.literal("connected") }),
    ]),
    highWaterBytes: 32 * 1024,
  }),
};
