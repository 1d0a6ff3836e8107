import type { dockerContract } from "@/lib/contracts/docker";
import type { InputOf, OutputOf } from "@/lib/contracts/endpoint";
import { parseCapability } from "@/lib/shared/capabilities";
import { parseImageReference } from "@/lib/shared/image-reference";
import type { RestartPolicy } from "@/lib/shared/restart-policies";

export type AskedSpec = InputOf<typeof dockerContract.createContainer>;
type KnownSpec = OutputOf<typeof dockerContract.getContainerSpec>;
const mib = 1024 * 1024;

/** The form's working copy: lists are lines. */
export type SpecDraft = {
  name: string;
  image: string;
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

export function draftOf(spec: KnownSpec): SpecDraft {
  return {
    name: spec.name,
    image: spec.image,
    command: spec.command.join("\n"),
    environment: spec.environment?.join("\n") ?? null,
    ports: spec.ports
      .map(({ address, outside, inside, protocol }) => {
        const host = address.includes(":") ? `[${address}]` : address;
        const where = [host, outside ?? ""].filter((part) => part !== "").join(":");
        return `${where}${where === "" ? "" : ":"}${inside}${protocol === "udp" ? "/udp" : ""}`;
      })
      .join("\n"),
    mounts:
      spec.mounts
        ?.map(({ source, destination, is_writable }) => `${source}:${destination}${is_writable ? "" : ":ro"}`)
        .join("\n") ?? null,
    memoryMb: spec.memory === null ? "" : Math.round(spec.memory / mib),
    cpus: spec.cpus ?? "",
    restart: spec.restart,
    labels: Object.entries(spec.labels)
      .map(([name, value]) => `${name}=${value}`)
      .join("\n"),
    network: spec.network,
    isPrivileged: spec.is_privileged ?? false,
    devices: spec.devices
      .map(({ outside, inside, access }) =>
        [
          outside,
          ...(inside === outside && access === "rwm" ? [] : [inside]),
          ...(access === "rwm" ? [] : [access]),
        ].join(":"),
      )
      .join("\n"),
    capAdd: spec.cap_add.join("\n"),
    capDrop: spec.cap_drop.join("\n"),
  };
}

export type SpecField =
  | "name"
  | "image"
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

/** What a draft asks for, or which fields are not understood. `environment` and `mounts` are absent where they stay. */
export function specOf(draft: SpecDraft): {
  spec: Omit<AskedSpec, "environment" | "mounts"> & Partial<AskedSpec>;
  problems: SpecProblems;
} {
  const problems: SpecProblems = {};
  const read = <T>(field: SpecField, text: string, parse: (line: string) => T | null): T[] =>
    linesOf(text).flatMap((line) => {
      const parsed = parse(line);
      if (parsed === null) problems[field] ??= line;
      return parsed === null ? [] : [parsed];
    });
  const pair = (line: string) => (/^[^=\s][^=]*=/.test(line) ? line : null);
  const image = draft.image.trim();
  if (!name.test(draft.name.trim())) problems.name = "";
  if (!name.test(draft.network.trim())) problems.network = "";
  if (parseImageReference(image) === null && !/^(?:sha256:)?[0-9a-f]{12,64}$/.test(image)) problems.image = "";
  const labels = read("labels", draft.labels, pair).map((line): [string, string] => {
    const at = line.indexOf("=");
    return [line.slice(0, at), line.slice(at + 1)];
  });
  const spec = {
    name: draft.name.trim(),
    image,
    command: linesOf(draft.command),
    ...(draft.environment === null ? {} : { environment: read("environment", draft.environment, pair) }),
    ports: read("ports", draft.ports, parsePort),
    ...(draft.mounts === null ? {} : { mounts: read("mounts", draft.mounts, parseMount) }),
    memory: draft.memoryMb === "" ? null : Math.round(draft.memoryMb * mib),
    cpus: draft.cpus === "" ? null : draft.cpus,
    restart: draft.restart,
    labels: Object.fromEntries(labels),
    network: draft.network.trim(),
    is_privileged: draft.isPrivileged,
    devices: read("devices", draft.devices, parseDevice),
    cap_add: read("capAdd", draft.capAdd, parseCapability),
    cap_drop: read("capDrop", draft.capDrop, parseCapability),
  };
  return { spec, problems };
}

/** `8080:80`, `127.0.0.1:8080:80/udp`, `[::1]:8080:80`, or `80` for any port of this machine that is free. */
export function parsePort(line: string): AskedSpec["ports"][number] | null {
  const match = /^(?:(?:(\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-fA-F:]+\]):)?(?:(\d{1,5}):)?)?(\d{1,5})(?:\/(tcp|udp))?$/.exec(
    line,
  );
  if (match === null) return null;
  const [, address = "", outside, inside, protocol = "tcp"] = match;
  const isPort = (port: number) => port >= 1 && port <= 65_535;
  if (!isPort(Number(inside)) || (outside !== undefined && !isPort(Number(outside)))) return null;
  return {
    address: address.replace(/^\[(.*)\]$/, "$1"),
    outside: outside === undefined ? null : Number(outside),
    inside: Number(inside),
    protocol: protocol === "udp" ? "udp" : "tcp",
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
  return fields.every((field) => live.has(field) || !differs(field)) && !isLifted("memoryMb") && !isLifted("cpus");
}
