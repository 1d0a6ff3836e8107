import { splitWords, type Split } from "./split-words";

/** Why a field cannot be written into a unit's file. */
export type UnitProblem =
  | "name"
  | "description"
  | "command"
  | "quote"
  | "program"
  | "folder"
  | "user"
  | "environment"
  | "memory"
  | "cpu"
  | "calendar"
  | "delay";

export const restartPolicies = ["no", "on-failure", "always"] as const;
export type RestartPolicy = (typeof restartPolicies)[number];

export type ServiceFields = {
  description: string;
  /** As typed: with quotation marks and backslashes as a shell reads them, and nothing else of what a shell does. */
  command: string;
  /** By a shell: pipes, variables, and several commands work. */
  inShell: boolean;
  /** Ends by itself, such as a backup, instead of running on. */
  isOnce: boolean;
  folder: string;
  user: string;
  /** `NAME=value`, one in each line. */
  environment: string;
  restart: RestartPolicy;
  needsNetwork: boolean;
  memoryMax: string;
  cpuQuota: string;
  isHardened: boolean;
  /** A timer starts it; it is not started at boot. */
  isTimed: boolean;
};

export type TimerFields = {
  description: string;
  /** Of `OnCalendar=`. */
  calendar: string;
  isPersistent: boolean;
  /** A time span, such as `5min`; empty for none. */
  randomDelay: string;
  /** What it starts. */
  unit: string;
};

export const emptyService: ServiceFields = {
  description: "",
  command: "",
  inShell: false,
  isOnce: false,
  folder: "",
  user: "",
  environment: "",
  restart: "on-failure",
  needsNetwork: false,
  memoryMax: "",
  cpuQuota: "",
  isHardened: false,
  isTimed: false,
};

/** What an ordinary program never notices; an account's manager cannot do most of it. */
const hardened = {
  system: [
    "NoNewPrivileges=yes",
    "PrivateTmp=yes",
    "PrivateDevices=yes",
    "ProtectSystem=full",
    "ProtectHome=read-only",
    "ProtectKernelTunables=yes",
    "ProtectKernelModules=yes",
    "ProtectKernelLogs=yes",
    "ProtectControlGroups=yes",
    "ProtectClock=yes",
    "ProtectHostname=yes",
    "RestrictSUIDSGID=yes",
    "RestrictRealtime=yes",
    "LockPersonality=yes",
  ],
  account: ["NoNewPrivileges=yes", "RestrictSUIDSGID=yes", "RestrictRealtime=yes", "LockPersonality=yes"],
} as const;

const patterns = {
  user: /^(?:[A-Za-z_][A-Za-z0-9_.-]{0,30}\$?|\d{1,10})$/,
  memory: /^(?:\d{1,15}[KMGT]?|\d{1,3}%|infinity)$/,
  cpu: /^\d{1,6}%$/,
  delay: /^\d{1,9} ?[a-z]{0,7}(?: \d{1,9} ?[a-z]{1,7}){0,4}$/,
  calendar: /^[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?$/,
  variable: /^[A-Za-z_][A-Za-z0-9_]*=/,
  /** The last character of a line would join the next one to it. */
  oneLine: /^[^\p{Cc}]*$/u,
} as const;

/** What can be the name of a unit of this type, without its ending. */
export function isUnitStem(stem: string): boolean {
  return /^[A-Za-z0-9:_.\\@][A-Za-z0-9:_.\\@-]*$/.test(stem) && stem.length <= 240;
}

export function serviceProblems(fields: ServiceFields): UnitProblem[] {
  const { words, problem } = wordsOf(fields);
  const [program = ""] = words;
  return [
    ...(isPlain(fields.description) ? [] : (["description"] as const)),
    ...(problem === null ? [] : ([problem] as const)),
    // What systemd takes for a mark in front of a program, or would read in it.
    ...(program !== "" && /^[-@:+!|]|\$/.test(program) ? (["program"] as const) : []),
    ...(fields.folder === "" || (/^[/~]/.test(fields.folder) && isPlain(fields.folder)) ? [] : (["folder"] as const)),
    ...(fields.user === "" || patterns.user.test(fields.user) ? [] : (["user"] as const)),
    ...(variablesOf(fields).every((line) => patterns.variable.test(line) && patterns.oneLine.test(line))
      ? []
      : (["environment"] as const)),
    ...(fields.memoryMax === "" || patterns.memory.test(fields.memoryMax) ? [] : (["memory"] as const)),
    ...(fields.cpuQuota === "" || patterns.cpu.test(fields.cpuQuota) ? [] : (["cpu"] as const)),
  ];
}

export function timerProblems({ description, calendar, randomDelay }: TimerFields): UnitProblem[] {
  return [
    ...(isPlain(description) ? [] : (["description"] as const)),
    ...(patterns.calendar.test(calendar) && isPlain(calendar) ? [] : (["calendar"] as const)),
    ...(randomDelay === "" || patterns.delay.test(randomDelay) ? [] : (["delay"] as const)),
  ];
}

/** The file of a service. `scope`: empty for the system. Only of fields without problems. */
export function serviceText(fields: ServiceFields, scope: string): string {
  const { description, folder, user, restart, needsNetwork, memoryMax, cpuQuota, isHardened, isOnce, isTimed } = fields;
  return sections({
    Unit: [
      given("Description", plain(description)),
      ...(needsNetwork ? ["Wants=network-online.target", "After=network-online.target"] : []),
    ],
    Service: [
      isOnce ? "Type=oneshot" : "Type=exec",
      `ExecStart=${wordsOf(fields)
        .words.map((word, index) => quoted(word, index === 0))
        .join(" ")}`,
      given("WorkingDirectory", plain(folder)),
      given("User", scope === "" ? user : ""),
      ...variablesOf(fields).map((line) => `Environment=${quoted(line, true)}`),
      ...(restart === "no" || isOnce ? [] : [`Restart=${restart}`, "RestartSec=5"]),
      given("MemoryMax", memoryMax),
      given("CPUQuota", cpuQuota),
      ...(isHardened ? hardened[scope === "" ? "system" : "account"] : []),
    ],
    Install: isTimed ? [] : [`WantedBy=${scope === "" ? "multi-user.target" : "default.target"}`],
  });
}

/** The file of a timer. Only of fields without problems. */
export function timerText({ description, calendar, isPersistent, randomDelay, unit }: TimerFields): string {
  return sections({
    Unit: [given("Description", plain(description))],
    Timer: [
      `OnCalendar=${plain(calendar)}`,
      ...(isPersistent ? ["Persistent=yes"] : []),
      given("RandomizedDelaySec", randomDelay),
      given("Unit", plain(unit)),
    ],
    Install: ["WantedBy=timers.target"],
  });
}

function sections(parts: Readonly<Record<string, readonly string[]>>): string {
  const texts = Object.entries(parts).flatMap(([name, lines]) => {
    const written = lines.filter((line) => line !== "");
    return written.length === 0 ? [] : [`[${name}]\n${written.join("\n")}\n`];
  });
  return texts.join("\n");
}

const given = (name: string, value: string) => (value === "" ? "" : `${name}=${value}`);
const variablesOf = ({ environment }: ServiceFields) =>
  environment
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** As one word of systemd.syntax(7); of a program and of a variable `$` is only itself (`isLiteral`). */
function quoted(word: string, isLiteral: boolean): string {
  const escaped = word
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("%", "%%")
    .replaceAll("\t", "\\t")
    .replaceAll("$", isLiteral ? "$" : "$$$$");
  return /^[A-Za-z0-9_./:=,@+%-]+$/.test(word) ? escaped : `"${escaped}"`;
}

/** Of a setting that is one value to the end of its line. */
const plain = (value: string) => value.trim().replaceAll("%", "%%");
const isPlain = (value: string) => patterns.oneLine.test(value) && !value.trim().endsWith("\\");

/** `command`: the program, and what it gets. */
function wordsOf({ command, inShell }: ServiceFields): Split {
  const line = command.trim();
  // A tab is the only one that can be written without being seen.
  if (line === "" || /[^\P{Cc}\t]/u.test(line)) return { words: [], problem: "command" };
  return inShell ? { words: ["/bin/sh", "-c", line], problem: null } : splitWords(line);
}
