import { ask } from "./ask-systemctl";
import { parseShow } from "./parse-show";

/** On one command line. */
const mostAtOnce = 200;

/** What units are called that have these names, some of which may be aliases (systemd.unit(5)); those of which systemd cannot tell are left out. */
export async function realNames(scope: string, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const idsOf = async (some: readonly string[]) => {
    const text = await ask(scope, ["show", "--property=Id", "--", ...some]).catch(() => "");
    return parseShow(text).flatMap((unit) => unit.get("Id") ?? []);
  };
  for (let at = 0; at < names.length; at += mostAtOnce) {
    const some = names.slice(at, at + mostAtOnce);
    const ids = await idsOf(some);
    // It tells them in their order, and ends at the first of which it cannot.
    if (ids.length === some.length) for (const [index, id] of ids.entries()) found.set(some[index] ?? id, id);
    else for (const name of some) for (const id of await idsOf([name])) found.set(name, id);
  }
  return found;
}

/** What the journal calls a unit, which knows no aliases: the name itself where systemd does not know it. */
export async function nameInJournal({ unit, scope }: { unit?: string | undefined; scope: string }) {
  return unit === undefined ? undefined : ((await realNames(scope, [unit])).get(unit) ?? unit);
}
