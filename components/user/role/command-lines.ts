import { splitWords } from "@/lib/shared/commands/command-words";
import { commandLimits, readCommand } from "@/lib/shared/commands/role-command";

/** Why a line cannot be added to a role's commands, of which there are so many; null where it can. */
export function problemOfLine(line: string, count: number): "full" | "badProgram" | "badArgs" | "tooLong" | null {
  if (count >= commandLimits.most) return "full";
  const command = readCommand(line);
  if (command === null) {
    const [word = ""] = line.trim().split(" ");
    // Read alone: then it is what follows that is wrong.
    return readCommand(word) === null && splitWords(line) !== null ? "badProgram" : "badArgs";
  }
  const { program, args } = command;
  return program.length > commandLimits.program || args.length > commandLimits.pattern ? "tooLong" : null;
}
