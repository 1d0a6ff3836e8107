import { anything, joinArguments, splitArguments } from "@/lib/shared/commands/command-words";
import { findCommand, parsePattern, type RoleCommand, type WantedCommand } from "@/lib/shared/commands/role-command";

/** The only arguments that a pattern is for; null where there are several. */
function onlyArguments(pattern: string): string[] | null {
  const parsed = parsePattern(pattern);
  if (parsed === null || parsed.isOpen || parsed.words.some((word) => word.includes(anything))) return null;
  return parsed.words.map((word) => word.join(""));
}

/** Whether there is something to be typed. */
export function hasChoice({ args }: RoleCommand): boolean {
  return onlyArguments(args) === null;
}

/** What the field for the arguments begins with: the words that have to be there, up to the first that can be chosen. */
export function beginningOf({ args }: RoleCommand): string {
  const words = parsePattern(args)?.words ?? [];
  const gap = words.findIndex((word) => word.includes(anything));
  const known = (gap < 0 ? words : words.slice(0, gap)).map((word) => word.join(""));
  return known.length === 0 ? "" : `${joinArguments(known)} `;
}

type Draft = { command: RoleCommand; line: string };

/** What would be run, or why that cannot be. Any of the commands may allow it, not only the one that was chosen. */
export function readDraft(
  commands: readonly RoleCommand[],
  { command, line }: Draft,
): { wanted: WantedCommand } | { problem: "openQuote" | "refused" } {
  const args = onlyArguments(command.args) ?? splitArguments(line);
  if (args === null) return { problem: "openQuote" };
  const wanted = { program: command.program, args };
  return findCommand(commands, wanted) === null ? { problem: "refused" } : { wanted };
}
