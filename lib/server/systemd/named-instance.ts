import { templateOf, type UnitAction } from "@/lib/shared/units-of-systemd";
import type { Properties } from "./parse-show";
import { showUnits, wordsIn } from "./show-units";

/** What makes one of a template that is not there yet, or keeps it from being there. */
const naming: ReadonlySet<UnitAction> = new Set(["start", "restart", "enable", "enable-now", "mask"]);
/** What has all that an account runs. */
const ofAccounts: ReadonlySet<string> = new Set(["user@.service", "user-runtime-dir@.service"]);
const wantedBy = ["WantedBy", "RequiredBy", "UpheldBy", "BoundBy", "TriggeredBy"] as const;

/**
 * Whether an action on a unit of the system's would be by a name that the caller alone has chosen: a template makes it a part of its command, which root runs, and often the
 * path of a file. What is there already, is enabled or pulled in, or has a file or an override of its own has been named by an administrator. The managers of accounts are
 * for administrators like all that they run.
 */
export async function isNamedByCaller(unit: string, action: UnitAction): Promise<boolean> {
  const asked = ["Names", "LoadState", "ActiveState", "UnitFileState", "FragmentPath", "DropInPaths", ...wantedBy];
  const [found] = await showUnits("", [unit], asked);
  const names = new Set([unit, ...(found === undefined ? [] : wordsIn(found, ["Id", "Names"]))]);
  if ([...names].some((name) => ofAccounts.has(templateOf(name) ?? name))) return true;
  if (!naming.has(action) || templateOf(unit) === null) return false;
  return found === undefined || !isThere(found, names);
}

function isThere(found: Properties, names: ReadonlySet<string>): boolean {
  const value = (property: string) => found.get(property) ?? "";
  // A file that is no file: it was masked, by whomever.
  if (value("LoadState") !== "loaded") return false;
  if (value("ActiveState") !== "inactive" || value("UnitFileState").startsWith("enabled")) return true;
  if (wordsIn(found, wantedBy).length > 0) return true;
  const paths = wordsIn(found, ["FragmentPath", "DropInPaths"]);
  return paths.some((path) => path.split("/").some((part) => names.has(part.replace(/\.d$/, ""))));
}
