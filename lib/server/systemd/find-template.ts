import { AppError } from "@/lib/shared/errors";
import { instanceOf } from "@/lib/shared/units-of-systemd";
import { ask } from "./ask-systemctl";
import { parseShow, type Properties } from "./parse-show";
import { parseFiles } from "./unit-rows";

/** No dash: systemd would read it as a slash. */
const standIn = "filedecktemplate";
/** An instance that nobody has: what systemd tells of a template is what it tells of its instances. */
export const standInOf = (template: string): string => instanceOf(template, standIn);
/** What a template is made of; everything else belongs to its instances. */
const kept = ["Description", "Documentation", "FragmentPath", "DropInPaths", "LoadState", "NeedDaemonReload"];

/**
 * A template, such as `getty@.service`, is never loaded, so `systemctl show` refuses its name: an instance that nobody has is asked for instead, which
 * is not started. Where its name stands in a text there is `%i`, as in the file. Throws systemd/not-found, and what `ask` throws.
 */
export async function findTemplate(unit: string, scope: string): Promise<Properties> {
  const [found] = parseShow(await ask(scope, ["show", `--property=${kept.join(",")}`, "--", standInOf(unit)]));
  if (found === undefined || found.get("LoadState") === "not-found")
    throw new AppError("systemd/not-found", { name: unit });
  const states = parseFiles(await ask(scope, ["list-unit-files", "--output=json", "--", unit]));
  const texts = [...found].map(([name, value]) => [name, value.replaceAll(standIn, "%i")] as const);
  return new Map([...texts, ["Id", unit], ["UnitFileState", states.get(unit) ?? ""]]);
}
