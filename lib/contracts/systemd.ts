import { z } from "zod";
import { journalPriorities, unitActions } from "@/lib/shared/units-of-systemd";
import { channel } from "./channel";
import { endpoint } from "./endpoint";
import { empty, id } from "./fields";
import { liveRows } from "./live-rows";
import { terminalSize } from "./terminal";
import { scope, unit, unitFiles } from "./unit-files";

const unitRow = z.object({
  /** Its name. */
  id: z.string(),
  description: z.string(),
  load: z.string(),
  active: z.string(),
  sub: z.string(),
  /** Of its file: enabled, disabled, static, masked and others; empty where there is none. */
  file: z.string(),
  /** Why it is as it is: success, exit-code, signal, and others. */
  result: z.string(),
  pid: z.number().nullable(),
  /** Bytes, where systemd counts them. */
  memory: z.number().nullable(),
  /** Of one processor, in per cent. */
  cpu: z.number().nullable(),
  tasks: z.number().nullable(),
  /** When it became what it is now, in ms since 1970. */
  since: z.number().nullable(),
  /** How often systemd has started it anew by itself, where it does so now or did again and again in the last ten minutes. */
  restarts: z.number().nullable(),
  /** When a timer elapses. */
  next: z.number().nullable(),
  can_start: z.boolean(),
  can_stop: z.boolean(),
  can_reload: z.boolean(),
  /** Its file was made on this machine, and is no link: it can be edited, and deleted. */
  is_own: z.boolean(),
  /** The unit that this is another name of: its state is that one's. Null for a unit of its own. */
  alias_of: z.string().nullable(),
});
export type UnitRow = z.output<typeof unitRow>;

const unitResources = z.object({
  /** When it became what it is now, in ms since 1970. */
  since: z.number().nullable(),
  pid: z.number().nullable(),
  tasks: z.number().nullable(),
  tasks_max: z.number().nullable(),
  /** Bytes, as are the next two. */
  memory: z.number().nullable(),
  memory_peak: z.number().nullable(),
  memory_max: z.number().nullable(),
  /** Of all processors, since it was started. */
  cpu_ms: z.number().nullable(),
  restarts: z.number().nullable(),
});
export type UnitResources = z.output<typeof unitResources>;

const unitTimer = z.object({
  /** As its file has them, such as `OnCalendar=*-*-* 04:00:00`. */
  schedules: z.array(z.string()),
  /** In ms since 1970; null: never. */
  next: z.number().nullable(),
  last: z.number().nullable(),
  /** The unit that it starts. */
  starts: z.string(),
});
export type UnitTimer = z.output<typeof unitTimer>;

const journalFilter = {
  /** Of this unit alone, with what systemd says of it. Without it: the whole journal, or all that an account's programs say. */
  unit: unit.optional(),
  scope,
  /** This one and graver ones. */
  priority: z.enum(journalPriorities).optional(),
  /** In the message, as it is written; small letters stand for capitals as well. */
  text: z.string().max(200).optional(),
};

const journalEntry = z.object({
  /** Where it stands in the journal. */
  cursor: z.string(),
  /** In ms since 1970. */
  at: z.number(),
  priority: z.number(),
  /** Who says so: the unit, or the program. */
  source: z.string(),
  pid: z.number().nullable(),
  /** Up to 8 KiB. */
  message: z.string(),
  is_cut: z.boolean(),
});
export type JournalEntry = z.output<typeof journalEntry>;

const cursor = z
  .string()
  .max(500)
  .regex(/^[a-z0-9=;]+$/, { message: "must be the cursor of an entry" });
/** In ms since 1970. */
const time = z.coerce.number().int().min(0).max(8.64e15);

export const systemdContract = {
  listManagers: endpoint({
    method: "GET",
    path: "systemd/managers",
    access: "sys_view",
    summary: "The accounts whose own services systemd manages now. For administrators; empty for others.",
    input: empty,
    output: z.object({ accounts: z.array(z.string()) }),
  }),
  getUnit: endpoint({
    method: "GET",
    path: "systemd/units/{unit}",
    direct: true,
    access: "sys_view",
    summary:
      "A unit’s properties, its relations to other units, and its files. A template has only what its files define.",
    input: z.object({ unit, scope }),
    output: z.object({
      properties: z.record(z.string(), z.string()),
      /** Null for what systemd does not count, or does not limit. */
      resources: unitResources,
      /** Null for other units than timers. */
      timer: unitTimer.nullable(),
      /** Filedeck runs in it, or needs it, and ends with it. */
      is_itself: z.boolean(),
      /** Names of units by the kind of relation: `Requires`, `WantedBy`, `TriggeredBy`, and others. */
      relations: z.record(z.string(), z.array(z.string())),
      files: z.array(z.object({ path: z.string(), text: z.string(), is_drop_in: z.boolean() })),
    }),
  }),
  changeUnit: endpoint({
    method: "POST",
    path: "systemd/units/{unit}/action",
    access: "systemd_update",
    summary:
      "Start, stop, or change a unit. Answers when systemd is through with it, or after 25 s. Only administrators stop what Filedeck itself runs in or needs, or start what would stop that or the machine.",
    input: z.object({ unit, scope, action: z.enum(unitActions) }),
    output: z.object({ is_done: z.boolean() }),
  }),
  ...unitFiles,
  listBoots: endpoint({
    method: "GET",
    path: "systemd/boots",
    access: "sys_view",
    summary: "The starts of the machine that the journal knows, the latest first, 100 at most.",
    input: empty,
    output: z.object({
      boots: z.array(z.object({ id: z.string(), first_at: z.number(), last_at: z.number() })),
    }),
  }),
  readJournal: endpoint({
    method: "GET",
    path: "systemd/entries",
    direct: true,
    access: "sys_view",
    summary: "Entries of the journal, the latest first. `before`: those that are older than this one.",
    input: z.object({
      ...journalFilter,
      boot: z
        .string()
        .regex(/^[0-9a-f]{32}$/)
        .optional(),
      since: time.optional(),
      until: time.optional(),
      before: cursor.optional(),
      limit: z.coerce.number().int().min(1).max(500).default(200),
    }),
    output: z.object({ entries: z.array(journalEntry), has_more: z.boolean() }),
  }),
  openUnitJournal: endpoint({
    method: "POST",
    path: "systemd/journal",
    access: "sys_view",
    token: false,
    summary: "Show the last lines of a unit’s journal, and follow them, in a terminal.",
    input: z.object({ unit, lines: z.number().int().min(0).max(10_000).default(500), ...terminalSize }),
    output: z.object({ id }),
  }),
  openUnitTerminal: endpoint({
    method: "POST",
    path: "systemd/terminal",
    access: "systemd_update",
    token: false,
    summary: "Start a shell with the account, the folder, and the environment of a unit. For administrators only.",
    input: z.object({ unit, ...terminalSize }),
    output: z.object({ id }),
  }),
};

export const systemdChannels = {
  follow: channel({
    name: "systemd/follow",
    access: "sys_view",
    summary: "All units of a manager, and what changes about them.",
    open: z.object({ scope }),
    up: null,
    down: liveRows(unitRow),
    highWaterBytes: 64 * 1024,
  }),
  journal: channel({
    name: "systemd/journal",
    access: "sys_view",
    summary: "What is written into the journal from now on, or after an entry.",
    open: z.object({ ...journalFilter, after: cursor.optional() }),
    up: null,
    down: z.object({ entries: z.array(journalEntry) }),
    highWaterBytes: 64 * 1024,
  }),
};
