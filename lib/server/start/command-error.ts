/** A command cannot do what it was asked; the message is for who typed it. */
export class CommandError extends Error {
  override name = "CommandError";
}

/** An argument that is an option, such as `--help`; `-` alone stands for standard output. */
export const isOption = (arg: string): boolean => arg.startsWith("-") && arg !== "-";
