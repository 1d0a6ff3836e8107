import { z } from "zod";
import {
  anyTerminal,
  hostNeeds,
  maxTerminalGuests,
  maxTerminalSize,
  maxTypedPaths,
  recordedTerminals,
} from "@/lib/shared/terminals";
import { channel } from "./channel";
import { endpoint } from "./endpoint";
import { empty, id, virtualPath } from "./fields";
import { lists } from "./lists";
import { quickCommands } from "./quick-commands";
import { recordings } from "./recordings";
import { commandArguments, commandProgram } from "./role-commands";
import { settingEndpoints } from "./setting-endpoints";

export const terminalSize = {
  cols: z.number().int().min(2).max(maxTerminalSize.cols),
  rows: z.number().int().min(1).max(maxTerminalSize.rows),
};

const guest = z.object({ username: z.string().min(1).max(64), mayType: z.boolean() });
export type TerminalGuest = z.output<typeof guest>;

const terminal = z.object({
  id,
  /** What the program in it calls its window; empty until it says so. */
  title: z.string(),
  /** The program. */
  program: z.string(),
  /** It only shows, as logs do: what is typed is ignored, but for Ctrl-C, which ends it. */
  isReadOnly: z.boolean(),
  /** Where the shell is now; null where that is none of the caller's places. */
  folder: virtualPath.nullable(),
  startedAt: z.number(),
  /** The saved SSH host that it is on; null: this machine. */
  hostId: id.nullable(),
  /** Whose it is, where another user shows it to you; null: yours. */
  owner: z.string().nullable(),
  /** Whether what you type reaches it. */
  mayType: z.boolean(),
  /** Whom you show it to. */
  guests: z.array(guest),
  ...terminalSize,
  /** What it shows is written down, for administrators to see. */
  isRecorded: z.boolean(),
  /** Its screen was emptied while it ran: what a program wrote took too long to draw. */
  hasLostScreen: z.boolean(),
  /** As it is told: a shell waits there for a command. Nothing is told when that changes. */
  isIdle: z.boolean(),
  /** Null while it runs; `code` is null for a program that a signal ended, `signal` as well where the connection was lost. */
  exit: z.object({ code: z.number().nullable(), signal: z.number().nullable() }).nullable(),
});
export type TerminalInfo = z.output<typeof terminal>;

export const terminalSettingSchema = z.object({
  /** Empty: the login shell of the user that the server runs as. */
  shell: z
    .string()
    .max(4096)
    .regex(/^(?:\/.*)?$/, { message: "must be empty or start with /" }),
  /** The account of this machine that terminals of all but administrators run as; empty: they get none. */
  account: z
    .string()
    .max(64)
    .regex(/^(?:[a-z_][a-z0-9_.-]*)?$/i, { message: "must be the name of an account" }),
  maxPerUser: z.number().int().min(1).max(200),
  /** Hours without input, output and viewer after which a terminal is ended; 0: never. */
  idleHours: z.number().int().min(0).max(8760),
  scrollbackLines: z.number().int().min(0).max(50_000),
  /** Whose new terminals are recorded; `others`: everyone's but administrators'. */
  recording: z.enum(recordedTerminals),
  /** After their end. */
  recordingDays: z.number().int().min(1).max(3650),
  /** Of all recordings, in MiB; the oldest go first. */
  recordingTotalMb: z.number().int().min(1).max(10_000_000),
  /** Of one recording, in MiB; there it stops. */
  recordingMb: z.number().int().min(1).max(1_000),
});
export type TerminalSetting = z.output<typeof terminalSettingSchema>;

const lost = terminal.pick({ title: true, program: true, folder: true, hostId: true }).extend({ lostAt: z.number() });
export type LostTerminal = z.output<typeof lost>;

const list = lists({
  terminals: z.array(terminal),
  /** Yours that ended with the server, of the last seven days, until you dismiss them; the newest first, at most 50. */
  lost: z.array(lost),
});

export const terminalContract = {
  listTerminals: endpoint({
    method: "GET",
    path: "terminal",
    direct: true,
    access: anyTerminal,
    token: false,
    summary: "List your terminals and those that others show you, the oldest first.",
    input: empty,
    output: list,
  }),
  openTerminal: endpoint({
    method: "POST",
    path: "terminal",
    access: "terminal",
    token: false,
    summary: "Start a shell in a folder, or in the home folder. It goes on until it ends, or is ended.",
    input: z.object({ folder: virtualPath.nullable().default(null), ...terminalSize }),
    output: z.object({ id }),
  }),
  getHostShell: endpoint({
    method: "GET",
    path: "terminal/host",
    access: "terminal",
    token: false,
    summary: "Find out whether a server in a container can open a shell of its host. Administrators only.",
    input: empty,
    output: z.object({
      /** Empty: it can. Null: the server runs in no container. */
      missing: z.array(z.enum(hostNeeds)).nullable(),
    }),
  }),
  openHostShell: endpoint({
    method: "POST",
    path: "terminal/host",
    access: "terminal",
    token: false,
    summary: "Start a shell of the container’s host, as its root. Administrators only.",
    input: z.object(terminalSize),
    output: z.object({ id }),
  }),
  runCommand: endpoint({
    method: "POST",
    path: "terminal/command",
    access: "terminal",
    token: false,
    summary:
      "Run one of the commands that your role is limited to, in a folder, or in the home folder. Its output is a terminal that only shows.",
    input: z.object({
      folder: virtualPath.nullable().default(null),
      program: commandProgram,
      args: commandArguments,
      ...terminalSize,
    }),
    output: z.object({ id }),
  }),
  endTerminal: endpoint({
    method: "POST",
    path: "terminal/end",
    access: anyTerminal,
    token: false,
    summary: "End a terminal and the programs that run in it.",
    input: z.object({ id }),
    output: empty,
  }),
  shareTerminal: endpoint({
    method: "POST",
    path: "terminal/share",
    access: anyTerminal,
    token: false,
    summary:
      "Show one of your terminals to these users and no others. Those who may type act with your rights. It ends with the terminal.",
    input: z.object({ id, guests: z.array(guest).max(maxTerminalGuests) }),
    output: empty,
  }),
  leaveTerminal: endpoint({
    method: "POST",
    path: "terminal/leave",
    access: anyTerminal,
    token: false,
    summary: "Stop seeing a terminal that another user shows you.",
    input: z.object({ id }),
    output: empty,
  }),
  dismissLostTerminals: endpoint({
    method: "POST",
    path: "terminal/lost",
    access: anyTerminal,
    token: false,
    audit: false,
    summary: "Forget which of your terminals ended with the server.",
    input: empty,
    output: empty,
  }),
  moveTerminal: endpoint({
    method: "POST",
    path: "terminal/folder",
    direct: true,
    access: "terminal",
    token: false,
    // It is typed, like all else that is done there.
    audit: false,
    summary:
      "Have the shell of a terminal change to a folder. One that is busy, or where a command was begun, is left alone.",
    input: z.object({ id, folder: virtualPath }),
    output: z.object({ outcome: z.enum(["moved", "there", "busy"]) }),
  }),
  typePaths: endpoint({
    method: "POST",
    path: "terminal/paths",
    direct: true,
    access: "terminal",
    token: false,
    audit: false,
    summary: "Type the paths of files and folders into a terminal, quoted for its shell.",
    input: z.object({ id, paths: z.array(virtualPath).min(1).max(maxTypedPaths) }),
    output: empty,
  }),
  ...quickCommands,
  ...recordings,
  ...settingEndpoints({
    name: "Terminal",
    path: "setting/terminal",
    schema: terminalSettingSchema,
    write: "pty_cmd_update",
    summaries: [
      "Get the shell and the limits of terminals.",
      "Set the shell and the limits of terminals; those that run keep theirs.",
    ],
  }),
};

export const terminalChannels = {
  follow: channel({
    name: "terminal/follow",
    access: anyTerminal,
    summary: "Get your terminals and those that others show you, and again whenever one starts, ends or changes.",
    open: empty,
    up: null,
    down: list,
    highWaterBytes: 32 * 1024,
  }),
  attach: channel({
    name: "terminal/attach",
    access: anyTerminal,
    summary:
      "See one of your terminals, or one that is shown to you, and type into it. What comes first, and after every change of its size, draws the whole screen with its scrollback.",
    open: z.object({ id, ...terminalSize }),
    up: z.discriminatedUnion("type", [
      z.object({ type: z.literal("input"), text: z.string() }),
      /** Characters up to U+00FF, each a byte: what the mouse says in an old encoding. */
      z.object({ type: z.literal("bytes"), text: z.string() }),
      z.object({ type: z.literal("resize"), ...terminalSize }),
    ]),
    down: "bytes",
    highWaterBytes: 256 * 1024,
  }),
};
