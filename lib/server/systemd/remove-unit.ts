import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import { unit as unitName } from "@/lib/contracts/unit-files";
import type { systemdContract } from "@/lib/contracts/systemd";
import type { Service } from "@/lib/server/http/service";
import { beginUnit, waitMs } from "./begin-unit";
import { unitsChanged } from "./follow-units";
import { neededUnits } from "./needed-units";
import { ask, wordsOf } from "./ask-systemctl";
import { managerOf, runSystemd } from "./run-systemctl";
import { ownPathOf } from "./unit-file";
import { orFailed, unitHomeOf, type UnitHome } from "./unit-home";

const kept = 20;
const idPattern = /^\d{13}-[A-Za-z0-9_-]{12}$/;
/** In its folder beside the unit's files: what it was like. */
const stateFile = "state";

export const deleteUnit: Service<typeof systemdContract.deleteUnit> = async ({ unit, scope }, { actor, about }) => {
  about(scope === "" ? unit : `${unit} (${scope})`);
  const home = await unitHomeOf(scope, actor);
  const { folder, files, account } = home;
  if ((await neededUnits({ scope, account })).has(unit)) throw new AppError("systemd/itself", { name: unit });
  const path = await ownPathOf(home, unit);
  const state = await stateOf(unit, scope);
  // First what may fail: until here nothing is lost.
  await stop(unit, scope);
  await mustSystemctl(scope, ["disable", "--", unit]);
  const id = `${Date.now()}-${randomId(12)}`;
  const aside = `${asideOf(home)}/${id}`;
  const isAside = await orFailed(
    (async () => {
      await files.makePrivate(aside);
      await files.write(`${aside}/${stateFile}`, `${state}\n`);
      const dropIns = `${folder}/${unit}.d`;
      const hasMoved = await files.move(path, `${aside}/${unit}`);
      return hasMoved && ((await files.kindOf(dropIns)) === null || (await files.move(dropIns, `${aside}/${unit}.d`)));
    })(),
  );
  if (!isAside) throw new AppError("systemd/changed", { name: unit });
  await ask(scope, ["daemon-reload"]);
  // Failures of what is no more would stay in the list.
  await runSystemd("systemctl", [...managerOf(scope), "--quiet", "reset-failed", "--", unit]);
  for (const { id: old } of (await removedOf(home)).slice(kept)) await files.removeTree(`${asideOf(home)}/${old}`);
  unitsChanged(scope);
  return { id };
};

export const listRemovedUnits: Service<typeof systemdContract.listRemovedUnits> = async ({ scope }, { actor }) => {
  const units = await removedOf(await unitHomeOf(scope, actor));
  return { units: units.slice(0, kept) };
};

export const restoreUnit: Service<typeof systemdContract.restoreUnit> = async ({ id, scope }, { actor, about }) => {
  const home = await unitHomeOf(scope, actor);
  const found = (await removedOf(home)).find((one) => one.id === id);
  if (found === undefined) throw new AppError("undo/gone");
  const { unit } = found;
  about(scope === "" ? unit : `${unit} (${scope})`);
  const { folder, files } = home;
  const aside = `${asideOf(home)}/${id}`;
  for (const name of [unit, `${unit}.d`])
    if ((await files.kindOf(`${folder}/${name}`)) !== null) throw new AppError("systemd/exists", { name: unit });
  const state = (await files.read(`${aside}/${stateFile}`)) ?? "";
  if (!(await orFailed(bringBack(files, { unit, folder, aside }))))
    throw new AppError("systemd/exists", { name: unit });
  await ask(scope, ["daemon-reload"]);
  const [wasEnabled, wasActive] = [state.includes("enabled"), state.includes("active")];
  const begin = wasEnabled ? (wasActive ? "enable-now" : "enable") : wasActive ? "start" : "nothing";
  const { said } = await beginUnit(unit, { scope, begin });
  unitsChanged(scope);
  return { unit, said };
};

type Aside = { unit: string; folder: string; aside: string };

/** With what was over it, or nothing at all. False: somebody has made another one meanwhile. */
async function bringBack(files: UnitHome["files"], { unit, folder, aside }: Aside): Promise<boolean> {
  const dropIns = { from: `${aside}/${unit}.d`, to: `${folder}/${unit}.d` };
  const hasDropIns = (await files.kindOf(dropIns.from)) !== null;
  if (hasDropIns && !(await files.move(dropIns.from, dropIns.to))) return false;
  if (!(await files.move(`${aside}/${unit}`, `${folder}/${unit}`))) {
    if (hasDropIns) await files.move(dropIns.to, dropIns.from);
    return false;
  }
  // And the folder, which nothing else is in.
  await files.remove(`${aside}/${stateFile}`);
  return true;
}

const asideOf = ({ folder }: UnitHome) => `${folder}/.filedeck-removed`;

/** The latest first. */
async function removedOf(home: UnitHome): Promise<{ id: string; unit: string; at: number }[]> {
  const names = await home.files.listTree(asideOf(home));
  const units = names.flatMap((name) => {
    const [id = "", unit = "", ...more] = name.split("/");
    const isUnit = idPattern.test(id) && more.length === 0 && unitName.safeParse(unit).success;
    return isUnit ? [{ id, unit, at: Number(id.slice(0, 13)) }] : [];
  });
  return units.toSorted((a, b) => b.at - a.at);
}

/** Of a template nothing runs but its instances, which would go on without it. */
async function stop(unit: string, scope: string): Promise<void> {
  const [, prefix, type] = /^(.+@)(\.[a-z]+)$/.exec(unit) ?? [];
  const isInstance = (name: string) =>
    prefix !== undefined && type !== undefined && name.startsWith(prefix) && name.endsWith(type);
  const loaded =
    prefix === undefined
      ? [unit]
      : (await ask(scope, ["list-units", "--all", "--full", "--plain", "--no-legend"]))
          .split("\n")
          .map((line) => line.trim().split(/\s+/)[0] ?? "")
          .filter(isInstance);
  if (loaded.length > 0) await mustSystemctl(scope, ["stop", "--", ...loaded]);
}

async function mustSystemctl(scope: string, args: readonly string[]): Promise<void> {
  const whole = [...managerOf(scope), "--no-ask-password", "--no-pager", ...args];
  const { code, said, isLate } = await runSystemd("systemctl", whole, { ms: waitMs });
  if (isLate) throw new AppError("sys/slow");
  if (code !== 0) throw new AppError("systemd/failed", { text: wordsOf(said) });
}

async function stateOf(unit: string, scope: string): Promise<string> {
  const say = async (verb: string) =>
    (await runSystemd("systemctl", [...managerOf(scope), verb, "--", unit])).output.trim();
  const [enabled, active] = [await say("is-enabled"), await say("is-active")];
  return [...(enabled === "enabled" ? ["enabled"] : []), ...(active === "active" ? ["active"] : [])].join(" ");
}
