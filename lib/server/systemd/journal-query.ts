import type { JournalEntry } from "@/lib/contracts/systemd";
import { cutLine } from "@/lib/shared/ansi/cut-line";
import type { JournalPriority } from "@/lib/shared/units-of-systemd";

export type JournalFilter = {
  unit?: string | undefined;
  priority?: JournalPriority | undefined;
  text?: string | undefined;
};

const fields = ["MESSAGE", "PRIORITY", "SYSLOG_IDENTIFIER", "_COMM", "_PID", "_SYSTEMD_UNIT", "_SYSTEMD_USER_UNIT"];
const longest = 8 * 1024;
const usualPriority = 6;

/** For journalctl(1): entries in lines of JSON, of what the filter lets through. `account`: whose they are, null for those of the system. */
export function journalArgs({ unit, priority, text }: JournalFilter, account: { uid: number } | null): string[] {
  return [
    "--no-pager",
    "--quiet",
    "--all",
    "--output=json",
    `--output-fields=${fields.join(",")}`,
    ...(account !== null ? matchesOf(account.uid, unit) : unit === undefined ? [] : [`--unit=${unit}`]),
    ...(priority === undefined ? [] : [`--priority=${priority}`]),
    // Small letters stand for capitals as well, as journalctl has it.
    ...(text === undefined || text === "" ? [] : [`--grep=${text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)}`]),
  ];
}

/**
 * What an account's programs write, or one of its units and its manager about that. `--user-unit=` is of no use: it is about the units of whoever runs
 * journalctl. The journal itself writes `_UID=` and `_SYSTEMD_USER_UNIT=`; whoever can write `USER_UNIT=` is that account.
 */
function matchesOf(uid: number, unit: string | undefined): string[] {
  const ofAccount = `_UID=${uid}`;
  if (unit === undefined) return [ofAccount];
  const names = ["_SYSTEMD_USER_UNIT", "USER_UNIT", ...(unit.endsWith(".slice") ? ["_SYSTEMD_USER_SLICE"] : [])];
  return names.flatMap((name, index) => [...(index === 0 ? [] : ["+"]), ofAccount, `${name}=${unit}`]);
}

/** A line of journalctl's JSON; null for what is none. */
export function parseEntry(line: string): JournalEntry | null {
  const found = parseFields(line);
  return found === null ? null : entryOf(found);
}

/**
 * The same of a line of which only the beginning and the end are left. A quotation mark within a value has a backslash before it: no value looks like a
 * field.
 */
export function cutEntry(head: string, tail: string): JournalEntry | null {
  const names = [...fields, "__CURSOR", "__REALTIME_TIMESTAMP"];
  const valueOf = (name: string) => {
    const whole = new RegExp(`"${name}":"([^"\\\\]*(?:\\\\.[^"\\\\]*)*)"`);
    return whole.exec(head)?.[1] ?? whole.exec(tail)?.[1] ?? "";
  };
  const found = new Map(names.map((name) => [name, unquote(valueOf(name))]));
  const begun = /"MESSAGE":"([^"\\]*(?:\\.[^"\\]*)*)/.exec(head)?.[1] ?? "";
  const message = found.get("MESSAGE") || unquote(begun.replace(/\\u[0-9a-f]{0,3}$/i, ""));
  const entry = entryOf({ ...Object.fromEntries(found), MESSAGE: message });
  return entry === null ? null : { ...entry, is_cut: true };
}

function unquote(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return "";
  }
}

function entryOf(fieldsOf: Record<string, unknown>): JournalEntry | null {
  const cursor = textOf(fieldsOf["__CURSOR"]);
  const at = Math.floor(Number(textOf(fieldsOf["__REALTIME_TIMESTAMP"])) / 1000);
  if (cursor === "" || !Number.isSafeInteger(at) || at <= 0) return null;
  const { text: message, isCut } = cutLine(textOf(fieldsOf["MESSAGE"]), longest);
  const pid = Number(textOf(fieldsOf["_PID"]));
  const priority = textOf(fieldsOf["PRIORITY"]);
  const sources = ["SYSLOG_IDENTIFIER", "_SYSTEMD_USER_UNIT", "_SYSTEMD_UNIT", "_COMM"];
  return {
    cursor,
    at,
    priority: /^[0-7]$/.test(priority) ? Number(priority) : usualPriority,
    source:
      sources
        .map((name) => textOf(fieldsOf[name]))
        .find((text) => text !== "")
        ?.slice(0, 200) ?? "",
    pid: Number.isSafeInteger(pid) && pid > 0 ? pid : null,
    message,
    is_cut: isCut,
  };
}

function parseFields(line: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : null;
  } catch {
    return null;
  }
}

/** Of what is no UTF-8 journalctl writes the bytes; of a field that comes several times a list. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return "";
  if (value.every((one) => typeof one === "number")) return Buffer.from(value).toString("utf8");
  return value.map(textOf).join(" ");
}
