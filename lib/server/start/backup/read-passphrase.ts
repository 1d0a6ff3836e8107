import { CommandError } from "@/lib/server/start/command-error";
import { readPassword } from "@/lib/server/start/read-password";

const minLength = 12;

type Wanted = {
  /** For a new backup: typed twice, and not too short. */
  isNew: boolean;
  say: (text: string) => void;
};

export type ReadPassphrase = (wanted: Wanted) => Promise<string>;

/** Asked at the terminal, else the first line of standard input. Throws CommandError with what to tell. */
export const readPassphrase: ReadPassphrase = async ({ isNew, say }) => {
  const again = isNew ? "Confirm passphrase: " : null;
  const passphrase = await readPassword(process.stdin, say, {
    ask: "Passphrase: ",
    again,
    differ: "Passphrases don't match.\n",
  });
  if (passphrase === null) throw new CommandError("No passphrase entered. Nothing was changed.");
  if (isNew && passphrase.length < minLength)
    throw new CommandError(`Passphrases must have at least ${minLength} characters.`);
  return passphrase;
};
