import { withLocks } from "@/lib/server/base/with-lock";
import { sys } from "@/lib/server/storage/local/sys/sys";
import type { RelativeName } from "./place-entry";

/**
 * Runs one after the other what has to do with the same name of the same folder: looking at what has it, and giving it to another or taking it away. The folder
 * counts, whatever it is called by now. Not for whoever has one of the names already, and not around what copies bytes.
 */
export async function namesInTurn<T>(names: readonly RelativeName[], run: () => Promise<T>): Promise<T> {
  return withLocks(await Promise.all(names.map(keyOf)), run);
}

async function keyOf({ fd, name }: RelativeName): Promise<string> {
  const { dev, ino } = await sys.fstatBig(fd);
  // On a disk that ignores case, two spellings are one name; elsewhere one may wait for the other.
  return `name ${dev}:${ino}/${name.normalize("NFC").toLowerCase()}`;
}
