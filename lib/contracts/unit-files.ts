import { z } from "zod";
import { unitBegins } from "@/lib/shared/units-of-systemd";
import { endpoint } from "./endpoint";

/**
 * As systemd.unit(5) has it, with a dash in front as well: `-.mount` is on every machine. To programs it is given behind `--`, or behind a field's name. No
 * patterns: they would be others.
 */
export const unit = z
  .string()
  .max(255)
  .regex(/^[A-Za-z0-9:_.\\@-]+\.(?:service|socket|target|device|mount|automount|swap|timer|path|slice|scope)$/, {
    message: "must be the full name of a unit, such as ssh.service",
  });

/** Whose manager: the system's, or that of an account that has one now. */
export const scope = z
  .string()
  .max(64)
  .regex(/^(?:|[a-z_][a-z0-9_-]*\$?)$/, { message: "must be empty for the system, or an account" })
  .default("");

const text = z
  .string()
  .max(64 * 1024)
  .refine((written) => !written.includes("\0"), { message: "must be text" });
const fileText = text.refine((written) => written.trim() !== "", { message: "must not be empty" });
/** Of what was read before; another one by now is answered systemd/changed. */
const etag = z.string().max(64);

const made = z
  .array(
    z.object({
      unit: unit
        .refine((name) => /\.(?:service|timer)$/.test(name), { message: "must be a service or a timer" })
        // Whoever types it at a shell would give an option.
        .refine((name) => !name.startsWith("-"), { message: "must not begin with a dash" }),
      text: fileText,
    }),
  )
  .min(1)
  .max(2)
  .refine((units) => new Set(units.map((one) => one.unit)).size === units.length, { message: "must differ" });

/** Of what was deleted: when, in ms since 1970, and something by chance. */
const removedId = z.string().regex(/^\d{13}-[A-Za-z0-9_-]{12}$/);
const messages = z.object({ messages: z.array(z.string()) });

/** The files that units are made of. All of it is for administrators, since whoever says what a unit runs is root, or the account. */
export const unitFiles = {
  getOverride: endpoint({
    method: "GET",
    path: "systemd/units/{unit}/override",
    access: "systemd_update",
    token: false,
    summary: "What an administrator has put over a unit's own settings, empty without it. For administrators only.",
    input: z.object({ unit, scope }),
    output: z.object({ path: z.string(), text: z.string(), etag: z.string() }),
  }),
  checkOverride: endpoint({
    method: "POST",
    path: "systemd/units/{unit}/override/check",
    access: "systemd_update",
    audit: false,
    token: false,
    summary:
      "What systemd would say of a unit with these settings over its own. Changes nothing. For administrators only.",
    input: z.object({ unit, scope, text }),
    output: messages,
  }),
  setOverride: endpoint({
    method: "POST",
    path: "systemd/units/{unit}/override",
    access: "systemd_update",
    token: false,
    confirm: true,
    summary:
      "Put settings over a unit's own, and have systemd read them; empty takes them away. Acts when the unit is started next. For administrators only.",
    input: z.object({ unit, scope, text, etag }),
    output: z.object({ etag: z.string() }),
  }),
  getUnitFile: endpoint({
    method: "GET",
    path: "systemd/units/{unit}/file",
    access: "systemd_update",
    token: false,
    summary:
      "The file of a unit that was made on this machine, and the names of those that are put over it. For administrators only.",
    input: z.object({ unit, scope }),
    output: z.object({ path: z.string(), text: z.string(), etag: z.string(), drop_ins: z.array(z.string()) }),
  }),
  setUnitFile: endpoint({
    method: "POST",
    path: "systemd/units/{unit}/file",
    access: "systemd_update",
    token: false,
    confirm: true,
    summary:
      "Write the file of a unit that was made on this machine, and have systemd read it. Acts when the unit is started next. For administrators only.",
    input: z.object({ unit, scope, text: fileText, etag }),
    output: z.object({ etag: z.string() }),
  }),
  checkUnits: endpoint({
    method: "POST",
    path: "systemd/check",
    access: "systemd_update",
    audit: false,
    token: false,
    summary:
      "What systemd would say of services and timers with these files. Changes nothing. For administrators only.",
    input: z.object({
      scope,
      units: z
        .array(z.object({ unit, text: fileText }))
        .min(1)
        .max(2),
    }),
    output: messages,
  }),
  createUnits: endpoint({
    method: "POST",
    path: "systemd/create",
    access: "systemd_update",
    token: false,
    confirm: true,
    summary:
      "Make a service, a timer, or both; none of them may be there. `begin` is about the first one. For administrators only.",
    input: z.object({ scope, units: made, begin: z.enum(unitBegins) }),
    /** `said`: why systemd has not started it; empty where it has. */
    output: z.object({ is_done: z.boolean(), said: z.string() }),
  }),
  nextTimes: endpoint({
    method: "GET",
    path: "systemd/calendar",
    access: "systemd_update",
    summary: "What systemd makes of an expression for OnCalendar=, and the next five times, in ms since 1970.",
    input: z.object({
      expression: z
        .string()
        .min(1)
        .max(200)
        .regex(/^[\x20-\x7e]+$/, { message: "must be one line of ASCII" }),
    }),
    output: z.object({ normalized: z.string(), times: z.array(z.number()) }),
  }),
  deleteUnit: endpoint({
    method: "POST",
    path: "systemd/units/{unit}/delete",
    access: "systemd_update",
    token: false,
    summary:
      "Stop and disable a unit that was made on this machine, and put its file aside with those over it. The latest 20 can be restored. For administrators only.",
    input: z.object({ unit, scope }),
    output: z.object({ id: removedId }),
  }),
  listRemovedUnits: endpoint({
    method: "GET",
    path: "systemd/removed",
    access: "systemd_update",
    token: false,
    summary: "The units that were deleted here and can be restored, the latest first. For administrators only.",
    input: z.object({ scope }),
    output: z.object({ units: z.array(z.object({ id: removedId, unit: z.string(), at: z.number() })) }),
  }),
  restoreUnit: endpoint({
    method: "POST",
    path: "systemd/removed/{id}/restore",
    access: "systemd_update",
    token: false,
    confirm: true,
    summary:
      "Restore a unit that was deleted here, with the files that were over it; enabled and started as it was then. For administrators only.",
    input: z.object({ id: removedId, scope }),
    /** `said`: why systemd has not started it; empty where it has. */
    output: z.object({ unit: z.string(), said: z.string() }),
  }),
};
