import { AppError } from "@/lib/shared/errors";
import { findOsUser } from "@/lib/server/process/os-user";
import type { UnitProperties } from "./find-unit";

type UnitPlace = {
  /** Null: that of systemd itself. */
  account: { uid: number; group: string } | null;
  home: string;
  folder: string;
  environment: Record<string, string>;
};

const groupName = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

/** Who and where a unit's programs are. Throws systemd/no-account. */
export function placeOfUnit(
  { WorkingDirectory, Environment, User, Group }: Omit<UnitProperties, "LoadState">,
  unit: string,
): UnitPlace {
  const user = findOsUser(User === "" ? "root" : User);
  if (user === null) throw new AppError("systemd/no-account", { name: unit });
  const group = groupName.test(Group) ? Group : String(user.gid);
  // With `!` and `-` it may be missing.
  const folder = WorkingDirectory.replace(/^[!-]+/, "");
  return {
    account: user.uid === 0 && Group === "" ? null : { uid: user.uid, group },
    home: user.home,
    folder: folder === "~" ? user.home : folder === "" ? "/" : folder,
    environment: parseEnvironment(Environment),
  };
}

/** By hand: an expression would look for the end of each quotation mark that has none, in the square of the text. */
function wordsIn(text: string): string[] {
  const words: string[] = [];
  for (let at = 0; at < text.length;) {
    const isQuoted = text[at] === '"';
    let end = isQuoted ? at + 1 : at;
    while (end < text.length && (isQuoted ? text[end] !== '"' : !/[\s"]/.test(text.charAt(end))))
      end += isQuoted && text[end] === "\\" ? 2 : 1;
    if (isQuoted && end >= text.length) break;
    const word = text.slice(isQuoted ? at + 1 : at, end);
    if (isQuoted || word !== "") words.push(isQuoted ? word.replace(/\\(.)/g, "$1") : word);
    at = isQuoted || word === "" ? end + 1 : end;
  }
  return words;
}

/** `A=b "C=d e"`, as `systemctl show` writes it: in quotation marks where it must, with backslashes before what a shell would read. */
export function parseEnvironment(text: string): Record<string, string> {
  return Object.fromEntries(
    wordsIn(text).flatMap((word) => {
      const [, name, value] = /^([A-Za-z_]\w*)=([^]*)$/.exec(word) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
}
