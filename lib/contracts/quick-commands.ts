import { z } from "zod";
import { maxTypedPaths } from "@/lib/shared/terminals";
import { endpoint } from "./endpoint";
import { empty, id, virtualPath } from "./fields";
import { lists } from "./lists";
import { withoutLimits } from "./without-limits";

/** Where one runs: typed into a terminal, or as a task whose output is kept. */
export const quickWays = ["terminal", "task"] as const;

const fields = {
  id,
  note: z.string().trim().min(1).max(100),
  /** May name what was chosen: {path}, {paths}, {name} and {folder}, each put in quotes. */
  command: z
    .string()
    .max(4096)
    // oxlint-disable-next-line no-control-regex -- keys of a terminal
    .regex(/^[^\u0000-\u0008\u000b-\u001f\u007f-\u009f]*$/, { message: "must not hold control characters" }),
  way: z.enum(quickWays),
  /** Extensions that it is for, in lower case; none: for everything. */
  suffixes: z.array(z.string().regex(/^[^./\s]{1,32}$/u)).max(20),
};
const child = z.object(fields);
/** With children it is a group, which runs nothing itself. */
const quickCommand = z.object({ ...fields, children: z.array(child).max(30) });
export type QuickChild = z.output<typeof child>;
export type QuickCommand = z.output<typeof quickCommand>;

const commands = lists({ commands: z.array(quickCommand) });
/** As the table has one: what was saved by other rules runs all the same. */
export const storedCommand = withoutLimits(child);

export const quickCommands = {
  listQuickCommands: endpoint({
    method: "GET",
    path: "terminal/quick",
    access: "terminal",
    token: false,
    summary: "List your quick commands, in their order.",
    input: empty,
    output: commands,
  }),
  saveQuickCommands: endpoint({
    method: "POST",
    path: "terminal/quick",
    access: "terminal",
    token: false,
    summary: "Replace your quick commands by these.",
    input: z.object({ commands: z.array(quickCommand).max(50) }).refine(
      (input) => {
        const ids = input.commands.flatMap((one) => [one.id, ...one.children.map((child) => child.id)]);
        return new Set(ids).size === ids.length;
      },
      { message: "must not repeat an id" },
    ),
    output: commands,
  }),
  runQuickCommand: endpoint({
    method: "POST",
    path: "terminal/quick/run",
    access: "terminal",
    token: false,
    summary: "Run one of your quick commands in a folder: in a new terminal, or as a task.",
    input: z.object({ id, folder: virtualPath, paths: z.array(virtualPath).max(maxTypedPaths) }),
    output: z.union([z.object({ terminalId: id }), z.object({ taskId: id })]),
  }),
  getQuickOutput: endpoint({
    method: "GET",
    path: "terminal/quick/output",
    direct: true,
    access: "terminal",
    token: false,
    summary: "Get the end of what a quick command has said so far that runs, or ran, as a task.",
    input: z.object({ taskId: id }),
    output: z.object({
      output: z.string(),
      /** Whether more was said before. */
      isCut: z.boolean(),
      isOver: z.boolean(),
      /** Null while it runs, and where a signal has ended it. */
      code: z.number().nullable(),
    }),
  }),
};
