import { templateOf } from "@/lib/shared/units-of-systemd";
import { ownUnits } from "@/lib/server/process/own-units";
import type { HostAccount } from "@/lib/server/process/host-account";
import { standInOf } from "./find-template";
import { showUnits, wordsIn } from "./show-units";

/** What ends a unit when it ends. */
const needs = ["Requires", "Requisite", "BindsTo", "PartOf", "StopPropagatedFrom", "Slice"] as const;

/** Of every machine's own, whatever it runs in. */
const ofMachine = ["-.slice", "-.mount", "init.scope"];

/** More than any unit has; beyond that it is not looked further. */
const mostUnits = 1_000;

/** The units of a manager with any of which this program would end, by all their names: what it runs in, what that needs, and the templates of these. */
export async function neededUnits({
  scope,
  account,
}: {
  scope: string;
  account: HostAccount | null;
}): Promise<ReadonlySet<string>> {
  const needed = new Set<string>();
  let next = [...(await ownUnits(account?.uid ?? null)), ...(scope === "" ? ofMachine : [])];
  while (next.length > 0 && needed.size < mostUnits) {
    for (const name of next) needed.add(name);
    const found = await showUnits(scope, next, ["Names", ...needs]);
    for (const unit of found) for (const name of wordsIn(unit, ["Names"])) needed.add(name);
    next = [...new Set(found.flatMap((unit) => wordsIn(unit, needs)))].filter((name) => !needed.has(name));
  }
  // Without its template, an instance is not started again.
  for (const template of [...needed].map(templateOf))
    if (template !== null) needed.add(template).add(standInOf(template));
  return needed;
}
