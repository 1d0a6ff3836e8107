import type { UnitRow } from "@/lib/contracts/systemd";
import { compareNames } from "@/lib/shared/compare-names";
import { isTemplate } from "@/lib/shared/units-of-systemd";
import { accountFiles } from "@/lib/server/process/account-files";
import { findHostAccount } from "@/lib/server/process/host-account";
import { ask } from "./ask-systemctl";
import { clockNow, countOf, parseShow } from "./parse-show";
import { showEach } from "./show-each";
import { realNames } from "./real-names";
import { createSlowPart } from "./slow-part";
import { foldersOf } from "./unit-folders";
import {
  detailsOf,
  notAsked,
  notLoaded,
  parseFiles,
  parseTimers,
  parseUnits,
  shareOf,
  type ListedUnit,
  type UnitDetails,
  type Used,
} from "./unit-rows";

const stateNames = ["LoadState", "ActiveState", "SubState"];
const asked = [
  "Id",
  ...stateNames,
  "UnitFileState",
  "Result",
  "MainPID",
  "MemoryCurrent",
  "CPUUsageNSec",
  "TasksCurrent",
  "NRestarts",
  "StateChangeTimestampMonotonic",
  "CanStart",
  "CanStop",
  "CanReload",
];
/** How seldom the parts that systemd is slow to tell are read anew; they keep it busy for no more than this share of the time. */
const detailsPause = { leastMs: 2_000, share: 1 / 10 };
const filesPause = { leastMs: 20_000, share: 1 / 50 };
/** So many that have changed are asked about at once; more are told with all the others. */
const mostAtOnce = 50;

/** With the states that the unit had then. */
type Known = UnitDetails & { states: string };
type Files = {
  states: ReadonlyMap<string, string>;
  own: ReadonlySet<string>;
  /** Names of units by their other names. */
  aliases: ReadonlyMap<string, string>;
};
const noFiles: Files = { states: new Map(), own: new Set(), aliases: new Map() };

/**
 * Reads all units of a manager: those that it has loaded, and the files of those that it has not. Which there are, and how they are, systemd says in
 * some 30 ms; of 660 units what more there is to know takes a second, and 700 files take three, in which it does nothing else. `read` goes without what is
 * not known yet, and `onMore` says when there is more. Throws systemd/missing, systemd/no-manager, systemd/failed.
 */
export function createUnitReader(scope: string, onMore = () => {}) {
  let used = new Map<string, Used>();
  const details = createSlowPart(() => readDetails(["*"]), detailsPause, onMore);
  const files = createSlowPart(() => readFiles(scope), filesPause, onMore);

  async function readDetails(names: readonly string[]): Promise<Map<string, Known>> {
    // Without --all a pattern leaves out what does not run.
    const show = (some: readonly string[]) =>
      ask(scope, ["show", "--all", `--property=${asked.join(",")}`, "--", ...some]);
    const text = names[0] === "*" ? await showAll(show) : await showEach(names, show);
    const clock = clockNow();
    const [before, atMs] = [used, performance.now()];
    used = new Map(names.length === 1 ? [] : before);
    const known = new Map<string, Known>();
    for (const properties of parseShow(text)) {
      const id = properties.get("Id") ?? "";
      const nanoseconds = countOf(properties, "CPUUsageNSec");
      const now = nanoseconds === null ? undefined : { nanoseconds, atMs };
      if (now !== undefined) used.set(id, now);
      known.set(id, {
        ...detailsOf(properties, clock),
        cpu: shareOf(before.get(id), now),
        states: stateNames.map((name) => properties.get(name)).join(" "),
      });
    }
    return known;
  }

  /** At once; one by one only where one of them cannot be told: it is listed without details, as all others would be. */
  async function showAll(show: (some: readonly string[]) => Promise<string>): Promise<string> {
    const whole = await show(["*"]).catch(() => null);
    if (whole !== null) return whole;
    const listed = parseUnits(await ask(scope, ["list-units", "--all", "--output=json"]));
    return showEach(
      listed.map(({ id }) => id),
      show,
    );
  }

  async function read(): Promise<UnitRow[]> {
    const [listed, timers] = await Promise.all([
      ask(scope, ["list-units", "--all", "--output=json"]).then(parseUnits),
      // One that cannot be told leaves all without their next times, and in the list.
      ask(scope, ["list-timers", "--all", "--output=json"])
        .then(parseTimers)
        .catch(() => parseTimers("")),
    ]);
    const known = details.latest();
    if (known !== null) {
      const changed = listed.filter((unit) => known.get(unit.id)?.states !== statesOf(unit)).map(({ id }) => id);
      if (changed.length > 0 && changed.length <= mostAtOnce)
        for (const [id, one] of await readDetails(changed)) known.set(id, one);
    }
    const { states, own, aliases } = files.latest() ?? noFiles;
    const rows = new Map<string, UnitRow>();
    const add = (row: Omit<UnitRow, "is_own" | "next" | "alias_of">) =>
      rows.set(row.id, { ...row, next: timers.get(row.id)?.next ?? null, is_own: own.has(row.id), alias_of: null });
    for (const unit of listed) {
      const { states: _, ...rest } = known?.get(unit.id) ?? { ...notAsked(unit), states: "" };
      add({ ...unit, ...rest });
    }
    for (const [id, file] of states) if (!rows.has(id)) add(notLoaded(id, file));
    for (const [id, name] of aliases) {
      const unit = rows.get(name);
      if (unit !== undefined) rows.set(id, { ...unit, id, file: "alias", is_own: false, alias_of: name });
    }
    return [...rows.values()].toSorted((a, b) => compareNames(a.id, b.id));
  }

  function forget(): void {
    details.forget();
    files.forget();
  }

  /** It tells nothing else meanwhile. */
  const isBusy = () => details.isBusy() || files.isBusy();

  return { read, forget, isBusy, readAll: () => Promise.all([details.now(), files.now()]).then(read) };
}

const statesOf = ({ load, active, sub }: ListedUnit) => `${load} ${active} ${sub}`;

async function readFiles(scope: string): Promise<Files> {
  const [states, own] = await Promise.all([
    ask(scope, ["list-unit-files", "--output=json"]).then(parseFiles),
    ownUnits(scope),
  ]);
  return { states, own, aliases: await readAliases(scope, states) };
}

/** Of a template there is nothing to ask: what its instances are named is said when they are asked about. */
async function readAliases(scope: string, states: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  const names = [...states].flatMap(([id, state]) => (state.startsWith("alias") && !isTemplate(id) ? [id] : []));
  const found = new Map<string, string>();
  for (const [id, name] of await realNames(scope, names)) if (name !== id) found.set(id, name);
  return found;
}

/** Those whose files were made on this machine. */
async function ownUnits(scope: string): Promise<ReadonlySet<string>> {
  const account = scope === "" ? null : await findHostAccount(scope);
  if (scope !== "" && account === null) return new Set();
  return new Set(await accountFiles(account).list(foldersOf(account).folder));
}
