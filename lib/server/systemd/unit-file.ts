import { AppError } from "@/lib/shared/errors";
import type { systemdContract } from "@/lib/contracts/systemd";
import { compareNames } from "@/lib/shared/compare-names";
import { keepForm } from "@/lib/shared/line-ends";
import type { Service } from "@/lib/server/http/service";
import { verifyUnits } from "./check-units";
import { unitsChanged } from "./follow-units";
import { ask } from "./ask-systemctl";
import { asFile, etagOf, readText, replaceText, unitHomeOf, type UnitHome } from "./unit-home";

const mostNames = 50;

export const getUnitFile: Service<typeof systemdContract.getUnitFile> = async ({ unit, scope }, { actor }) => {
  const home = await unitHomeOf(scope, actor);
  const path = await ownPathOf(home, unit);
  const text = await readText(home, path, unit);
  const dropIns = await home.files.list(`${home.folder}/${unit}.d`);
  return { path, text, etag: etagOf(text), drop_ins: dropIns.toSorted(compareNames).slice(0, mostNames) };
};

export const setUnitFile: Service<typeof systemdContract.setUnitFile> = async (
  { unit, scope, text, etag },
  { actor, about },
) => {
  about(scope === "" ? unit : `${unit} (${scope})`);
  const home = await unitHomeOf(scope, actor);
  const path = await ownPathOf(home, unit);
  const before = await readText(home, path, unit);
  if (etagOf(before) !== etag) throw new AppError("systemd/changed", { name: unit });
  const whole = keepForm(before, asFile(text));
  await replaceText(home, { path, unit, before, text: whole });
  await ask(scope, ["daemon-reload"]);
  unitsChanged(scope);
  return { etag: etagOf(whole) };
};

export const checkUnits: Service<typeof systemdContract.checkUnits> = async ({ scope, units }, { actor, signal }) => {
  const home = await unitHomeOf(scope, actor);
  const texts = Object.fromEntries(units.map(({ unit, text }) => [standIn(unit), asFile(text)]));
  const messages = await verifyUnits(home, texts, { units: Object.keys(texts), signal });
  const named = (line: string) => units.reduce((said, { unit }) => said.replaceAll(standIn(unit), unit), line);
  return { messages: messages.map(named) };
};

/** systemd-analyze takes what stands behind a colon for another name. */
const standIn = (unit: string) => unit.replaceAll(":", "_");

/** Links are none: they lead to what a package has brought, or to nothing for a unit that is masked. Throws systemd/not-own. */
export async function ownPathOf({ folder, files }: UnitHome, unit: string): Promise<string> {
  const path = `${folder}/${unit}`;
  if ((await files.kindOf(path)) !== "file") throw new AppError("systemd/not-own", { name: unit });
  return path;
}
