import type Docker from "dockerode";
import type { ContainerSpec } from "@/lib/contracts/docker-make";
import { parseCapability } from "@/lib/shared/capabilities";
import { isOwnLabel } from "@/lib/shared/volume-labels";
import { publishedOf } from "@/lib/server/docker/published-ports";
import { nanosecondsPerCpu } from "./container-body";
import { networkModeOf } from "./endpoints";

/** The specification by which a container could have been made. `config`: what it was given itself. */
export function specOf(
  inspected: Docker.ContainerInspectInfo,
  config: Docker.ContainerInspectInfo["Config"],
): ContainerSpec {
  const { Name, HostConfig, Mounts } = inspected;
  const { Name: policy } = HostConfig.RestartPolicy ?? { Name: "no" };
  return {
    name: Name.replace(/^\//, ""),
    image: config.Image,
    command: config.Cmd ?? [],
    environment: config.Env ?? [],
    ports: publishedOf(HostConfig),
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
    network: networkOf(networkModeOf(inspected)),
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

/** Older tools say it as a share of a period. */
function cpusOf({ NanoCpus, CpuQuota = 0, CpuPeriod = 0 }: Docker.HostConfig): number | null {
  if (NanoCpus) return NanoCpus / nanosecondsPerCpu;
  const usualPeriod = 100_000;
  return CpuQuota > 0 ? CpuQuota / (CpuPeriod || usualPeriod) : null;
}

const networkOf = (mode: string) => (mode === "default" || mode === "" ? "bridge" : mode);

/** The daemon writes some with a prefix, and null for none. */
function namesOf(capabilities: readonly string[] | null | undefined): string[] {
  return (capabilities ?? []).map((name) => parseCapability(name)).filter((name) => name !== null);
}
