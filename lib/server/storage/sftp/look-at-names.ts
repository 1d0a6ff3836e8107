import { visibleOf } from "./sftp-list";
import { readNames, type Named } from "./read-names";
import type { Found } from "./sftp-resolver";

/** Whoever looks within it of another has what that one saw. */
const sharedMs = 500;

const looks = new Map<string, Promise<readonly Named[]>>();

const keyOf = ({ host, path }: Found) => `${host.key}\0${path}`;

/**
 * What the actor may see of a folder that many may look at again and again: read once for all of the same account there. Null where it holds more than `most` names.
 */
export async function lookAtNames(folder: Found, most: number): Promise<Named[] | null> {
  const key = keyOf(folder);
  const known = looks.get(key);
  const look = known ?? read(folder, most);
  if (known === undefined) {
    looks.set(key, look);
    const forget = () => {
      if (looks.get(key) === look) looks.delete(key);
    };
    look.catch(forget); // told to those who wait for it
    setTimeout(forget, sharedMs).unref();
  }
  const names = await look;
  return names.length > most ? null : visibleOf(folder, names);
}

/** What was changed by us since is seen by whoever looks now. */
export function forgetLook(folder: Found): void {
  looks.delete(keyOf(folder));
}

async function read({ host, path }: Found, most: number): Promise<readonly Named[]> {
  const { names, held } = await readNames(host, path, { most: most + 1 });
  held.end();
  return names;
}
