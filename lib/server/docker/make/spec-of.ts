import type Docker from "dockerode";
import { portProtocols, type ContainerSpec } from "@/lib/contracts/docker-make";
import { parseCapability } from "@/lib/shared/capabilities";
import { isOwnLabel } from "@/lib/shared/volume-labels";
import { nanosecondsPerCpu } from "./container-body";

type Bindings = Record<string, { HostIp?: string; HostPort?: string }[] | null>;

/** The specification by which a container could have been made. `config`: what it was given itself. */
export function specOf(
  { Name, HostConfig, Mounts }: Docker.ContainerInspectInfo,
  config: Docker.ContainerInspectInfo["Config"],
): ContainerSpec {
  const { Name: policy } = HostConfig.RestartPolicy ?? { Name: "no" };
  return {
    name: Name.replace(/^\//, ""),
    image: config.Image,
    command: config.Cmd ?? [],
    environment: config.Env ?? [],
    ports: portsOf((HostConfig.PortBindings ?? {}) as Bindings), // what the package leaves untyped
    mounts: ((Mounts as typeof Mounts | null) ?? [])
      .filter(({ Type }) => Type === "volume" || Type === "bind")
      .map(({ Type, Name: volume, Source, Destination, RW }) => ({
        kind: Type === "volume" ? "volume" : "bind",
        source: Type === "volume" ? (volume ?? "") : Source,
        destination: Destination,
        is_writable: RW,
      })),
    memory: HostConfig.Memory || null,
    cpus: cpusOf(HostConfig),
    restart: policy === "always" || policy === "unless-stopped" || policy === "on-failure" ? policy : "no",
    // Not to be written by anybody, and so not to be shown as what could be.
    labels: Object.fromEntries(Object.entries(config.Labels ?? {}).filter(([label]) => !isOwnLabel(label))),
    network: networkOf(HostConfig),
    is_privileged: HostConfig.Privileged ?? false,
    devices: ((HostConfig.Devices ?? []) as Docker.DeviceMapping[]).map(
      ({ PathOnHost, PathInContainer, CgroupPermissions }) => ({
        outside: PathOnHost,
        inside: PathInContainer,
        access: CgroupPermissions,
      }),
    ),
    cap_add: namesOf(HostConfig.CapAdd),
    cap_drop: namesOf(HostConfig.CapDrop),
  };
}

function portsOf(bindings: Bindings): ContainerSpec["ports"] {
  return Object.entries(bindings).flatMap(([port, bound]) => {
    const [inside, named = "tcp"] = port.split("/");
    const protocol = portProtocols.find((one) => one === named);
    if (protocol === undefined) return [];
    return (bound ?? []).map(({ HostIp = "", HostPort = "" }) => {
      const [first, last] = /^([1-9]\d*)(?:-([1-9]\d*))?$/.exec(HostPort)?.slice(1) ?? [];
      return {
        address: HostIp,
        outside: first === undefined ? null : Number(first),
        outside_last: last === undefined ? null : Number(last),
        inside: Number(inside),
        protocol,
      };
    });
  });
}

/** Older tools say it as a share of a period. */
function cpusOf({ NanoCpus, CpuQuota = 0, CpuPeriod = 0 }: Docker.HostConfig): number | null {
  if (NanoCpus) return NanoCpus / nanosecondsPerCpu;
  const usualPeriod = 100_000;
  return CpuQuota > 0 ? CpuQuota / (CpuPeriod || usualPeriod) : null;
}

const networkOf = ({ NetworkMode: mode = "" }: Docker.HostConfig) =>
  mode === "default" || mode === "" ? "bridge" : mode;

/** The daemon writes some with a prefix, and null for none. */
function namesOf(capabilities: readonly string[] | null | undefined): string[] {
  return (capabilities ?? []).map((name) => parseCapability(name)).filter((name) => name !== null);
}
