import { z } from "zod";
import { endpoint } from "./endpoint";
import { id } from "./fields";
import { terminalSize } from "./terminal";

/** As systemd.unit(5) has it, but for a dash in front. No patterns: they would be others. */
const unit = z
  .string()
  .max(255)
  .regex(
    /^[A-Za-z0-9:_.\\@][A-Za-z0-9:_.\\@-]*\.(?:service|socket|target|device|mount|automount|swap|timer|path|slice|scope)$/,
    { message: "must be the full name of a unit, such as ssh.service" },
  );

export const systemdContract = {
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
