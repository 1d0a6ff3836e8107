import type { Document } from "yaml";
import { usualCapabilities } from "@/lib/shared/capabilities";
import { itemsOf, partsOf, textOf } from "./compose-nodes";

/** How far a service reaches, as its text says it: whatever is not known to stay within the container counts as more. */
export type ServiceReach = {
  name: string;
  isPlain: boolean;
  binds: { source: string; destination: string; isWritable: boolean }[];
  /** By their keys in the file. */
  volumes: { key: string; isWritable: boolean }[];
  joins: { containers: string[]; services: string[] };
};

type Found = Pick<ServiceReach, "binds" | "volumes" | "joins">;
type Look = (document: Document, node: unknown, found: Found) => boolean;

const harmless = (): boolean => true;
const valueIn =
  (...values: string[]): Look =>
  (document, node) =>
    values.includes(textOf(document, node) ?? "");

/** What stays within the container, whatever it says. */
const withinContainer = `
  annotations attach build cap_drop command container_name cpu_count cpu_percent cpu_period cpu_quota cpu_shares
  cpus cpuset depends_on develop dns dns_opt dns_search domainname entrypoint env_file environment expose
  extra_hosts group_add healthcheck hostname image init label_file labels links logging mac_address mem_limit
  mem_reservation mem_swappiness memswap_limit oom_kill_disable oom_score_adj pids_limit platform ports profiles
  pull_policy read_only restart scale shm_size stdin_open stop_grace_period stop_signal storage_opt sysctls
  tmpfs tty ulimits user working_dir
`
  .trim()
  .split(/\s+/);

/** What stays within the container, or can be told to. */
const looks: Readonly<Record<string, Look>> = {
  ...Object.fromEntries(withinContainer.map((key) => [key, harmless])),
  privileged: valueIn("false"),
  cgroup: valueIn("private"),
  ipc: joining("private", "none", "shareable"),
  pid: joining(),
  network_mode: joining("none", "bridge", "default"),
  cap_add: (document, node) =>
    itemsOf(document, node).every((one) =>
      usualCapabilities.has((textOf(document, one) ?? "").toUpperCase().replace(/^CAP_/, "")),
    ),
  security_opt: (document, node) =>
    itemsOf(document, node).every((one) => /^no-new-privileges(?:[:=]true)?$/.test(textOf(document, one) ?? "")),
  deploy: (document, node) =>
    ["limits", "reservations"].every((part) => {
      const resources = partsOf(document, partsOf(document, node).get("resources"));
      return !["devices", "generic_resources"].some((key) => partsOf(document, resources.get(part)).has(key));
    }),
  volumes: (document, node, found) => itemsOf(document, node).every((one) => addMount(document, one, found)),
};

/** One of its own, or another container's. */
function joining(...own: string[]): Look {
  return (document, node, { joins }) => {
    const mode = textOf(document, node) ?? "";
    const [, kind, name = ""] = /^(container|service):(.+)$/.exec(mode) ?? [];
    if (kind === undefined) return own.includes(mode);
    (kind === "container" ? joins.containers : joins.services).push(name);
    return true;
  };
}

/** In one line (`source:destination:options`), or in parts. False: it is neither a folder nor a volume. */
function addMount(document: Document, node: unknown, { binds, volumes }: Found): boolean {
  const line = textOf(document, node);
  const parts = partsOf(document, node);
  const said = (key: string) => textOf(document, parts.get(key)) ?? "";
  const [first = "", second, options = ""] = line?.split(":") ?? [];
  const source = line === null ? said("source") : second === undefined ? "" : first;
  const kind = line === null ? said("type") : /^[./~]/.test(source) ? "bind" : "volume";
  const isWritable = line === null ? said("read_only") !== "true" : !options.split(",").includes("ro");
  if (kind === "tmpfs" || (kind === "volume" && source === "")) return true;
  if (kind === "volume") volumes.push({ key: source, isWritable });
  // What it would spread to, or from, the machine is more than the folder.
  const isBind = kind === "bind" && source.startsWith("/") && !partsOf(document, parts.get("bind")).has("propagation");
  if (isBind) binds.push({ source, destination: line === null ? said("target") : (second ?? ""), isWritable });
  return kind === "volume" || isBind;
}

/** `hosts`: keys of networks that are the machine's own. */
export function reachOfService(
  document: Document,
  node: unknown,
  { name, hosts }: { name: string; hosts: ReadonlySet<string> },
): ServiceReach {
  const found: Found = { binds: [], volumes: [], joins: { containers: [], services: [] } };
  let isPlain = true;
  for (const [key, value] of partsOf(document, node)) {
    const isKnown =
      key === "networks"
        ? ![...partsOf(document, value).keys(), ...itemsOf(document, value).map((one) => textOf(document, one))].some(
            (one) => one !== null && (one === "host" || hosts.has(one)),
          )
        : key.startsWith("x-") ||
          (Object.hasOwn(looks, key) ? looks[key] : undefined)?.(document, value, found) === true;
    // All of them: what it shares is told even so.
    if (!isKnown) isPlain = false;
  }
  return { name, isPlain, ...found };
}
