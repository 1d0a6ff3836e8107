import { ask } from "./ask-systemctl";
import { parseShow, type Properties } from "./parse-show";
import { showEach } from "./show-each";

/** On one command line. */
const mostAtOnce = 200;

/** Some properties of units by their names; those of which systemd cannot tell are left out. */
export async function showUnits(
  scope: string,
  names: readonly string[],
  properties: readonly string[],
): Promise<Properties[]> {
  const show = (some: readonly string[]) =>
    ask(scope, ["show", `--property=Id,${properties.join(",")}`, "--", ...some]);
  const found: Properties[] = [];
  for (let at = 0; at < names.length; at += mostAtOnce)
    found.push(...parseShow(await showEach(names.slice(at, at + mostAtOnce), show)));
  return found;
}

/** The names of units in some properties of one. */
export const wordsIn = (unit: Properties, properties: readonly string[]): string[] =>
  properties.flatMap((name) => (unit.get(name) ?? "").split(/\s+/).filter((word) => word !== ""));
