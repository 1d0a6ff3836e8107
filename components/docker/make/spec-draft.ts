import type { dockerContract } from "@/lib/contracts/docker";
import type { InputOf, OutputOf } from "@/lib/contracts/endpoint";
import { parseCapability } from "@/lib/shared/capabilities";
import { parseImageReference } from "@/lib/shared/image-reference";
import type { RestartPolicy } from "@/lib/shared/restart-policies";

export type AskedSpec = InputOf<typeof dockerContract.createContainer>;
export type KnownSpec = OutputOf<typeof dockerContract.getContainerSpec>;
const mib = 1024 * 1024;

/** The form's working copy: lists are lines. */
export type SpecDraft = {
  name: string;
  image: string;
  /** Where the name of its image means another one by now: which of the two. */
  takesNewer: boolean;
  command: string;
  /** Null: not shown to this user, and left as it is. */
  environment: string | null;
  ports: string;
  mounts: string | null;
  memoryMb: number | "";
  cpus: number | "";
  restart: RestartPolicy;
  labels: string;
  network: string;
  isPrivileged: boolean;
  devices: string;
  capAdd: string;
  capDrop: string;
};

export const emptyDraft: SpecDraft = {
  name: "",
  image: "",
  takesNewer: false,
  command: "",
  environment: "",
  ports: "",
  mounts: "",
  memoryMb: "",
  cpus: "",
  restart: "unless-stopped",
  labels: "",
  network: "bridge",
  isPrivileged: false,
  devices: "",
  capAdd: "",
  capDrop: "",
};

/** How what the form has a line for is written in it. */
const write = {
  command: quoted,
  environment: quoted,
  ports: (port: KnownSpec["ports"][number]) => {
    const { address, outside, outside_last: last, inside, protocol } = port;
    const host = address.includes(":") ? `[${address}]` : address;
    const where = [host, last === null ? (outside ?? "") : `${outside}-${last}`]
      .filter((part) => part !== "")
      .join(":");
    return `${where}${where === "" ? "" : ":"}${inside}${protocol === "tcp" ? "" : `/${protocol}`}`;
  },
  mounts: ({ source, destination, is_writable }: NonNullable<KnownSpec["mounts"]>[number]) =>
    `${source}:${destination}${is_writable ? "" : ":ro"}`,
  labels: ([name, value]: readonly [string, string]) => quoted(`${name}=${value}`),
  devices: ({ outside, inside, access }: KnownSpec["devices"][number]) =>
    [outside, ...(inside === outside && access === "rwm" ? [] : [inside]), ...(access === "rwm" ? [] : [access])].join(
      ":",
    ),
};

export function draftOf(spec: KnownSpec): SpecDraft {
  return {
    name: spec.name,
    image: spec.image,
    takesNewer: false,
    command: spec.command.map(write.command).join("\n"),
    environment: spec.environment?.map(write.environment).join("\n") ?? null,
    ports: spec.ports.map(write.ports).join("\n"),
    mounts: spec.mounts?.map(write.mounts).join("\n") ?? null,
    memoryMb: spec.memory === null ? "" : Math.round(spec.memory / mib),
    cpus: spec.cpus ?? "",
    restart: spec.restart,
    labels: Object.entries(spec.labels).map(write.labels).join("\n"),
    network: spec.network,
    isPrivileged: spec.is_privileged,
    devices: spec.devices.map(write.devices).join("\n"),
    capAdd: spec.cap_add.join("\n"),
    capDrop: spec.cap_drop.join("\n"),
  };
}

export type SpecField =
  | "name"
  | "image"
  | "command"
  | "environment"
  | "ports"
  | "mounts"
  | "labels"
  | "network"
  | "devices"
  | "capAdd"
  | "capDrop";
/** The first line of a field that is not understood; empty for the field as a whole. */
export type SpecProblems = Partial<Record<SpecField, string>>;

const name = /^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}$/;
const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** As the field of each is called in what is asked for. */
const fieldNames = {
  memoryMb: "memory",
  isPrivileged: "is_privileged",
  capAdd: "cap_add",
  capDrop: "cap_drop",
} as const;

/**
 * What a draft asks for, or which fields are not understood. Of a container that is there (`known`) only what was changed is asked for, and looked at; lines that
 * nobody has touched mean what they meant, also where nobody could write them.
 */
export function specOf(
  draft: SpecDraft,
  known: KnownSpec | null = null,
): { spec: Partial<AskedSpec>; problems: SpecProblems } {
  const problems: SpecProblems = {};
  const read = <T>(field: SpecField, parse: (line: string) => T | null, had: ReadonlyMap<string, T> = new Map()): T[] =>
    linesOf(draft[field] ?? "").flatMap((line) => {
      const parsed = had.get(line) ?? parse(line);
      if (parsed === null) problems[field] ??= line;
      return parsed === null ? [] : [parsed];
    });
  const hadOf = <T>(items: readonly T[] | null | undefined, line: (item: T) => string) =>
    new Map((items ?? []).map((item) => [line(item).trim(), item]));
  const image = draft.image.trim();
  if (!name.test(draft.name.trim())) problems.name = "";
  if (!name.test(draft.network.trim())) problems.network = "";
  if (parseImageReference(image) === null && !/^(?:sha256:)?[0-9a-f]{12,64}$/.test(image)) problems.image = "";
  const all: AskedSpec = {
    name: draft.name.trim(),
    image,
    command: read("command", unquoted),
    environment: read("environment", parseEnvironment, hadOf(known?.environment, write.environment)),
    ports: read("ports", parsePort, hadOf(known?.ports, write.ports)),
    mounts: read("mounts", parseMount, hadOf(known?.mounts, write.mounts)),
    memory: draft.memoryMb === "" ? null : Math.round(draft.memoryMb * mib),
    cpus: draft.cpus === "" ? null : draft.cpus,
    restart: draft.restart,
    labels: Object.fromEntries(read("labels", parseLabel, hadOf(Object.entries(known?.labels ?? {}), write.labels))),
    network: draft.network.trim(),
    is_privileged: draft.isPrivileged,
    devices: read("devices", parseDevice, hadOf(known?.devices, write.devices)),
    cap_add: read("capAdd", parseCapability),
    cap_drop: read("capDrop", parseCapability),
  };
  if (known === null) return { spec: all, problems };
  const before = draftOf(known);
  const fields = Object.keys(draft) as (keyof SpecDraft)[]; // keys of a draft
  const unchanged = new Set<string>(fields.filter((field) => draft[field] === before[field]));
  // The name alone asks for what it means now.
  if (draft.takesNewer) unchanged.delete("image");
  const unasked = new Set([...unchanged].map((field) => (fieldNames as Record<string, string>)[field] ?? field));
  const without = <T extends object>(table: T, left: ReadonlySet<string>) =>
    Object.fromEntries(Object.entries(table).filter(([field]) => !left.has(field))) as Partial<T>; // some of its fields
  return { spec: without(all, unasked), problems: without(problems, unchanged) };
}

function parseEnvironment(line: string): string | null {
  const text = unquoted(line);
  return text !== null && /^[^=\s][^=]*=/.test(text) ? text : null;
}

function parseLabel(line: string): [string, string] | null {
  const text = unquoted(line);
  if (text === null || !/^[^=\s][^=]*=/.test(text)) return null;
  const at = text.indexOf("=");
  return [text.slice(0, at), text.slice(at + 1)];
}

/** A text as one line: what begins or ends with a space, is empty, has several lines, or looks as if it were in quotes is written as JSON writes it. */
function quoted(text: string): string {
  return text === "" || text !== text.trim() || /[\n\r\u2028\u2029]/.test(text) || text.startsWith('"')
    ? JSON.stringify(text)
    : text;
}

/** Null for what begins with a quote and is not one text in quotes. */
function unquoted(line: string): string | null {
  if (!line.startsWith('"')) return line;
  try {
    const text: unknown = JSON.parse(line);
    return typeof text === "string" ? text : null;
  } catch {
    return null;
  }
}

/** `8080:80`, `8000-8010:80`, `127.0.0.1:8080:80/udp`, `[::1]:8080:80`, or `80` for any port of this server that is free. */
export function parsePort(line: string): AskedSpec["ports"][number] | null {
  const match =
    /^(?:(?:(\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-fA-F:]+\]):)?(?:(\d{1,5})(?:-(\d{1,5}))?:)?)?(\d{1,5})(?:\/(tcp|udp|sctp))?$/.exec(
      line,
    );
  if (match === null) return null;
  const [, address = "", first, last, inside, protocol = "tcp"] = match;
  const isPort = (port: string | undefined) => port === undefined || (Number(port) >= 1 && Number(port) <= 65_535);
  if (![inside, first, last].every(isPort) || Number(last ?? first) < Number(first ?? 0)) return null;
  return {
    address: address.replace(/^\[(.*)\]$/, "$1"),
    outside: first === undefined ? null : Number(first),
    outside_last: last === undefined ? null : Number(last),
    inside: Number(inside),
    protocol: protocol === "udp" || protocol === "sctp" ? protocol : "tcp",
  };
}

/** `/folder:/inside`, or `volume:/inside`; with `:ro` to be read alone. */
export function parseMount(line: string): AskedSpec["mounts"][number] | null {
  const [source = "", destination = "", mode, ...more] = line.split(":");
  if (more.length > 0 || !destination.startsWith("/") || (mode !== undefined && mode !== "ro" && mode !== "rw"))
    return null;
  const rest = { source, destination, is_writable: mode !== "ro" };
  if (source.startsWith("/")) return { kind: "bind", ...rest };
  return /^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,254}$/.test(source) ? { kind: "volume", ...rest } : null;
}

/** `/dev/ttyUSB0`, or `/dev/ttyUSB0:/inside`, with `:r` or the like for less than all. */
export function parseDevice(line: string): NonNullable<AskedSpec["devices"]>[number] | null {
  const [outside = "", inside = outside, access = "rwm", ...more] = line.split(":");
  const isFine = outside.startsWith("/dev/") && inside.startsWith("/") && /^(?=.)r?w?m?$/.test(access);
  return isFine && more.length === 0 ? { outside, inside, access } : null;
}

const live = new Set<keyof SpecDraft>(["memoryMb", "cpus", "restart"]);

/** Whether what differs can be changed while it runs. */
export function isLiveChange(before: SpecDraft, after: SpecDraft): boolean {
  const differs = (field: keyof SpecDraft) => before[field] !== after[field];
  const isLifted = (field: "memoryMb" | "cpus") => before[field] !== "" && after[field] === "";
  const fields = Object.keys(after) as (keyof SpecDraft)[]; // keys of a draft
  if (!fields.some(differs)) return false;
  return fields.every((field) => live.has(field) || !differs(field)) && !isLifted("memoryMb") && !isLifted("cpus");
}
