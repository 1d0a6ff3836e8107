import { z } from "zod";
import { commandLimits, isProgram, parsePattern } from "@/lib/shared/commands/role-command";

/** The name of a program, looked for in the system's folders, or the absolute host path of one. */
export const commandProgram = z
  .string()
  .max(commandLimits.program)
  .refine(isProgram, { message: "must be the name of a program or an absolute path" });

// oxlint-disable-next-line no-control-regex -- these are what is refused
const line = /^[^\u0000-\u001f\u007f]*$/;

const roleCommand = z.object({
  program: commandProgram,
  /** A pattern for the arguments; see the operator guide. Empty: none. */
  args: z
    .string()
    .trim()
    .max(commandLimits.pattern)
    .regex(line, { message: "must not hold control characters" })
    .refine((pattern) => parsePattern(pattern) !== null, {
      message: "must close its quotes, and have ** only as its last word",
    }),
});

export const roleCommands = z.array(roleCommand).max(commandLimits.most);

/** As the program gets them: nothing is put in place of anything. */
export const commandArguments = z
  .array(z.string().refine((arg) => !arg.includes("\0") && arg.isWellFormed(), { message: "must be text without NUL" }))
  .max(commandLimits.arguments)
  .refine((args) => args.reduce((sum, { length }) => sum + length, 0) <= commandLimits.argumentCharacters, {
    message: `must not be longer than ${commandLimits.argumentCharacters} characters together`,
  });

/** Of a role, where it is left out. */
export const unlimited = { commands: roleCommands.nullable().default(null), second_factor: z.boolean().default(false) };
