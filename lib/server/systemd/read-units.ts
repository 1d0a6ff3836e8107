import type { UnitRow } from "@/lib/contracts/systemd";
import { AppError } from "@/lib/shared/errors";
import { accountFiles } from "@/lib/server/process/account-files";
import { findHostAccount } from "@/lib/server/process/host-account";
import { countOf, parseShow, timeOf, type Properties } from "./parse-show";
import { managerOf, runSystemd } from "./run-systemctl";
import { foldersOf } from "./unit-folders";

const asked = [
  "Id",
  "Description",
  "LoadState",
  "ActiveState",
  "SubState",
  "UnitFileState",
  "Result",
  "MainPID",
  "MemoryCurrent",
  "CPUUsageNSec",
  "TasksCurrent",
  "StateChangeTimestampMonotonic",
  "CanStart",
  "CanStop",
  "CanReload",
];
const filesEveryMs = 20_000;
const perCentOfMs = 1e6 / 100; // nanoseconds

type Used = { nanoseconds: number; atMs: number };

/**
 * Reads all units of a manager: those that it has loaded, and the files of those that it has not. 250 units take some 40 ms; the files, which take longer, are
 * read anew every 20 seconds, and after `forget`. Throws systemd/missing, systemd/no-manager, systemd/failed.
 */
export function createUnitReader(scope: string) {
  let used = new Map<string, Used>();
  let files: { atMs: number; states: ReadonlyMap<string, string>; own: ReadonlySet<string> } | null = null;

  async function read(): Promise<UnitRow[]> {
    const [shown, timers] = await Promise.all([
      ask(scope, ["show", `--property=${asked.join(",")}`, "*"]),
      ask(scope, ["list-timers", "--all", "--output=json"]),
    ]);
    if (files === null || performance.now() - files.atMs > filesEveryMs) {
      const [listed, made] = await Promise.all([ask(scope, ["list-unit-files", "--output=json"]), ownUnits(scope)]);
      files = { atMs: performance.now(), states: parseFiles(listed), own: made };
    }
    const { own } = files;
    const next = parseTimers(timers);
    const clock = { nowMs: Date.now(), nowUs: Number(process.hrtime.bigint() / 1000n) };
    const usedNow = new Map<string, Used>();
    const rows = new Map<string, UnitRow>();
    for (const properties of parseShow(shown)) {
      const row = rowOf(properties, clock);
      const nanoseconds = countOf(properties, "CPUUsageNSec");
      if (nanoseconds !== null) usedNow.set(row.id, { nanoseconds, atMs: performance.now() });
      rows.set(row.id, {
        ...row,
        cpu: shareOf(used.get(row.id), usedNow.get(row.id)),
        next: next.get(row.id) ?? null,
        is_own: own.has(row.id),
      });
    }
    used = usedNow;
    for (const [id, file] of files.states)
      if (!rows.has(id)) rows.set(id, { ...notLoaded(id, file), is_own: own.has(id) });
    return [...rows.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  return { read, forget: () => void (files = null) };
}

/** Those whose files were made on this machine. */
async function ownUnits(scope: string): Promise<ReadonlySet<string>> {
  const account = scope === "" ? null : await findHostAccount(scope);
  if (scope !== "" && account === null) return new Set();
  return new Set(await accountFiles(account).list(foldersOf(account).folder));
}

/** What systemctl says. Throws systemd/missing, systemd/no-manager, systemd/failed. */
export async function ask(scope: string, args: readonly string[]): Promise<string> {
  const { code, output, said, isLate } = await runSystemd("systemctl", [...managerOf(scope), "--no-pager", ...args]);
  if (code === 0) return output;
  if (isLate) throw new AppError("sys/slow");
  // Where systemd does not run there is the program, but no answer.
  if (scope === "" && /bus|not been booted|Host is down/i.test(said)) throw new AppError("systemd/missing");
  if (scope !== "") throw new AppError("systemd/no-manager", { name: scope });
  throw new AppError("systemd/failed", { text: wordsOf(said) });
}

/** The first line of what a program said went wrong; not of what went well before that. */
export function wordsOf(said: string): string {
  const lines = said.trim().split("\n");
  return (lines.find((line) => !/^(?:Created|Removed) /.test(line)) ?? "").slice(0, 300);
}

function rowOf(properties: Properties, clock: { nowMs: number; nowUs: number }): Omit<UnitRow, "is_own"> {
  const text = (name: string) => properties.get(name) ?? "";
  const pid = countOf(properties, "MainPID");
  return {
    id: text("Id"),
    description: text("Description").slice(0, 300),
    load: text("LoadState"),
    active: text("ActiveState"),
    sub: text("SubState"),
    file: text("UnitFileState"),
    result: text("Result"),
    pid: pid === 0 ? null : pid,
    memory: countOf(properties, "MemoryCurrent"),
    cpu: null,
    tasks: countOf(properties, "TasksCurrent"),
    since: timeOf(properties, "StateChangeTimestampMonotonic", clock),
    next: null,
    can_start: text("CanStart") === "yes",
    can_stop: text("CanStop") === "yes",
    can_reload: text("CanReload") === "yes",
  };
}

/** Of a template, such as `getty@.service`, an instance can be started, never itself. */
function notLoaded(id: string, file: string): Omit<UnitRow, "is_own"> {
  const isTemplate = /@\.[a-z]+$/.test(id);
  return {
    id,
    description: "",
    load: file === "masked" ? "masked" : "not-loaded",
    active: "inactive",
    sub: "dead",
    file,
    result: "",
    pid: null,
    memory: null,
    cpu: null,
    tasks: null,
    since: null,
    next: null,
    can_start: !isTemplate && file !== "masked",
    can_stop: false,
    can_reload: false,
  };
}

function shareOf(before: Used | undefined, now: Used | undefined): number | null {
  if (before === undefined || now === undefined) return null;
  const share = (now.nanoseconds - before.nanoseconds) / perCentOfMs / (now.atMs - before.atMs);
  return Math.max(0, Math.round(share * 10) / 10);
}

function parseFiles(text: string): ReadonlyMap<string, string> {
  const listed: unknown = JSON.parse(text || "[]");
  if (!Array.isArray(listed)) return new Map();
  return new Map(
    listed.flatMap((one: unknown) => {
      const { unit_file: id, state } = fieldsOf(one);
      return typeof id === "string" && typeof state === "string" ? [[id, state] as const] : [];
    }),
  );
}

/** In ms since 1970, by the timer's name. */
function parseTimers(text: string): ReadonlyMap<string, number> {
  const listed: unknown = JSON.parse(text || "[]");
  if (!Array.isArray(listed)) return new Map();
  return new Map(
    listed.flatMap((one: unknown) => {
      const { unit, next } = fieldsOf(one);
      return typeof unit === "string" && typeof next === "number" && next > 0
        ? [[unit, Math.floor(next / 1000)] as const]
        : [];
    }),
  );
}

const fieldsOf = (one: unknown): Record<string, unknown> => (typeof one === "object" && one !== null ? { ...one } : {});
