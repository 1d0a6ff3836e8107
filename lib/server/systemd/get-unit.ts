import { AppError } from "@/lib/shared/errors";
import type { systemdContract } from "@/lib/contracts/systemd";
import type { Service } from "@/lib/server/http/service";
import { accountFiles } from "@/lib/server/process/account-files";
import type { HostAccount } from "@/lib/server/process/host-account";
import { assertScope } from "./assert-scope";
import { isTemplate } from "@/lib/shared/units-of-systemd";
import { clockNow, parseShow, type Properties } from "./parse-show";
import { readTimer } from "./read-timer";
import { resourcesOf } from "./resources-of";
import { ask } from "./ask-systemctl";
import { neededUnits } from "./needed-units";
import { findTemplate } from "./find-template";

const relations = [
  "Requires",
  "Requisite",
  "Wants",
  "BindsTo",
  "PartOf",
  "RequiredBy",
  "RequisiteOf",
  "WantedBy",
  "BoundBy",
  "ConsistsOf",
  "Conflicts",
  "Before",
  "After",
  "Triggers",
  "TriggeredBy",
  "OnFailure",
] as const;

/** What the details show; all the others are hundreds. */
const shown = [
  "Id",
  "Names",
  "Description",
  "Documentation",
  "LoadState",
  "ActiveState",
  "SubState",
  "UnitFileState",
  "UnitFilePreset",
  "NeedDaemonReload",
  "Result",
  "StatusText",
  "Type",
  "Restart",
  "NRestarts",
  "MainPID",
  "ExecMainCode",
  "ExecMainStatus",
  "ExecStart",
  "User",
  "Group",
  "WorkingDirectory",
  "Slice",
  "ControlGroup",
  "MemoryCurrent",
  "MemoryPeak",
  "MemoryMax",
  "CPUUsageNSec",
  "TasksCurrent",
  "TasksMax",
  "IPIngressBytes",
  "IPEgressBytes",
  "Unit",
  "Listen",
  "What",
  "Where",
  "Options",
] as const;

const longest = 4_000;
const mostUnits = 300;
const mostFiles = 30;

export const getUnit: Service<typeof systemdContract.getUnit> = async ({ unit, scope }, { actor }) => {
  const account = await assertScope(scope, actor);
  const found = isTemplate(unit) ? await findTemplate(unit, scope) : await findLoaded(unit, scope);
  return {
    properties: pick(found, shown, (value) => value.slice(0, longest)),
    resources: resourcesOf(found, clockNow()),
    is_itself: (await neededUnits({ scope, account })).has(unit),
    timer: unit.endsWith(".timer") ? await readTimer(unit, scope, found) : null,
    relations: pick(found, relations, (value) => value.split(/\s+/).filter(Boolean).slice(0, mostUnits)),
    // They may hold secrets: an account's password in an ExecStart is no rarity.
    files: actor.isRoot ? await readFiles(found, account) : [],
  };
};

async function findLoaded(unit: string, scope: string): Promise<Properties> {
  const [found] = parseShow(await ask(scope, ["show", "--", unit]));
  if (found === undefined || found.get("LoadState") === "not-found")
    throw new AppError("systemd/not-found", { name: unit });
  return found;
}

function pick<T>(found: Properties, names: readonly string[], read: (value: string) => T): Record<string, T> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = found.get(name) ?? "";
      return value === "" ? [] : [[name, read(value)] as const];
    }),
  );
}

/** The unit's own file, and what is put over it, in the order in which they count. Those of an account's units as the account can read them. */
async function readFiles(found: Properties, account: HostAccount | null) {
  const { read } = accountFiles(account);
  const own = [found.get("FragmentPath") ?? "", ...(found.get("DropInPaths") ?? "").split(" ")];
  const files = own.filter((path) => path.startsWith("/")).slice(0, mostFiles);
  return Promise.all(
    files.map(async (path, index) => {
      const isOwn = index === 0 && path === found.get("FragmentPath");
      return { path, text: ((await read(path)) ?? "").slice(0, 256 * 1024), is_drop_in: !isOwn };
    }),
  );
}
