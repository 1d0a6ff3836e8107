/** A command cannot do what it was asked; the message is for who typed it. */
export class CommandError extends Error {
  override name = "CommandError";
}
