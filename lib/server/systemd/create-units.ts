import { AppError } from "@/lib/shared/errors";
import type { systemdContract } from "@/lib/contracts/systemd";
import { isTemplate } from "@/lib/shared/units-of-systemd";
import type { Service } from "@/lib/server/http/service";
import { beginUnit } from "./begin-unit";
import { unitsChanged } from "./follow-units";
import { ask } from "./ask-systemctl";
import { managerOf, runSystemd } from "./run-systemctl";
import { asFile, orFailed, unitHomeOf } from "./unit-home";

export const createUnits: Service<typeof systemdContract.createUnits> = async (
  { scope, units, begin },
  { actor, about },
) => {
  const names = units.map(({ unit }) => unit);
  about(`${names.join(" ")} ${begin}${scope === "" ? "" : ` (${scope})`}`);
  const { folder, files } = await unitHomeOf(scope, actor);
  for (const unit of names) if (await isKnown(unit, scope)) throw new AppError("systemd/exists", { name: unit });
  const written: string[] = [];
  try {
    for (const { unit, text } of units) {
      const path = `${folder}/${unit}`;
      if (!(await orFailed(files.create(path, asFile(text))))) throw new AppError("systemd/exists", { name: unit });
      written.push(path);
    }
    await ask(scope, ["daemon-reload"]);
  } catch (error) {
    // All of them or none.
    for (const path of written) await files.remove(path).catch(() => {});
    throw error;
  }
  const [first = ""] = names;
  const { isDone, said } = await beginUnit(first, { scope, begin });
  unitsChanged(scope);
  return { is_done: isDone, said };
};

/** Wherever its file is, and whether it has one: one that is made here would take the place of a package's. */
async function isKnown(unit: string, scope: string): Promise<boolean> {
  // Of a template `show` knows nothing.
  if (isTemplate(unit)) {
    const { said } = await runSystemd("systemctl", [...managerOf(scope), "is-enabled", "--", unit]);
    return !/No such file/i.test(said);
  }
  const state = await ask(scope, ["show", "--value", "--property=LoadState", "--", unit]);
  return state.trim() !== "not-found";
}
