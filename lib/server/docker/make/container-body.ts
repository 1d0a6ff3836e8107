import type Docker from "dockerode";
import { parseCapability } from "@/lib/shared/capabilities";
import type { ContainerSpec } from "@/lib/contracts/docker-make";
import { onFailureTries } from "@/lib/shared/restart-policies";

const nanosecondsPerCpu = 1e9;

/** What the daemon is asked for: every field is of the specification, none is passed on. */
export function bodyOf(spec: ContainerSpec): Docker.ContainerCreateOptions {
  const { name, image, command, environment, labels } = spec;
  return {
    name,
    Image: image,
    ...(command.length === 0 ? {} : { Cmd: command }),
    Env: environment,
    Labels: labels,
    ExposedPorts: Object.fromEntries(spec.ports.map(({ inside, protocol }) => [`${inside}/${protocol}`, {}])),
    HostConfig: hostConfigOf(spec),
  };
}

export function hostConfigOf(
  spec: Omit<ContainerSpec, "name" | "image" | "command" | "environment" | "labels">,
): Docker.HostConfig {
  const { ports, mounts, network, is_privileged, devices, cap_add, cap_drop } = spec;
  const bindings: Record<string, { HostIp: string; HostPort: string }[]> = {};
  for (const { address, outside, inside, protocol } of ports)
    (bindings[`${inside}/${protocol}`] ??= []).push({
      HostIp: address,
      HostPort: outside === null ? "" : String(outside),
    });
  return {
    PortBindings: bindings,
    Mounts: mounts.map(({ kind, source, destination, is_writable }) => ({
      Type: kind,
      Source: source,
      Target: destination,
      ReadOnly: !is_writable,
    })),
    NetworkMode: network,
    Privileged: is_privileged,
    Devices: devices.map(({ outside, inside, access }) => ({
      PathOnHost: outside,
      PathInContainer: inside,
      CgroupPermissions: access,
    })),
    CapAdd: cap_add,
    CapDrop: cap_drop,
    ...limitsOf(spec),
  };
}

type Limited = Pick<Docker.HostConfig, "Memory" | "MemorySwap" | "RestartPolicy">;

/** `before`: of a container that has some already: swap beside the memory, and how often it is tried again, stay as they are. */
export function limitsOf(
  { memory, cpus, restart }: Pick<ContainerSpec, "memory" | "cpus" | "restart">,
  { Memory: had = 0, MemorySwap: both = 0, RestartPolicy: policy }: Limited = {},
) {
  // Without swap beside it, where nobody has said how much: else as much again would be had.
  const swap = had > 0 && both > had ? both - had : 0;
  const tries = policy?.Name === "on-failure" ? (policy.MaximumRetryCount ?? 0) : onFailureTries;
  const isUnlimited = had > 0 && both < 0;
  return {
    ...(memory === null
      ? { Memory: 0, MemorySwap: 0 }
      : { Memory: memory, MemorySwap: isUnlimited ? -1 : memory + swap }),
    NanoCpus: cpus === null ? 0 : Math.round(cpus * nanosecondsPerCpu),
    RestartPolicy: { Name: restart, ...(restart === "on-failure" ? { MaximumRetryCount: tries } : {}) },
  };
}

type Config = Docker.ContainerInspectInfo["Config"];

const fromImage = ["Entrypoint", "Cmd", "WorkingDir", "User", "Healthcheck", "StopSignal"] as const;

/** What a container was given itself, without what it has of its image: with another image it has that one's. */
export function ownConfig(config: Config, image: Partial<Config> | null): Config {
  const isSame = (name: string) =>
    JSON.stringify(config[name as keyof Config]) === JSON.stringify(image?.[name as keyof Config]);
  const given = new Set(image?.Env ?? []);
  const labels = Object.entries((config.Labels as Record<string, string> | null) ?? {});
  const ofImage = (image?.Labels as Record<string, string> | null | undefined) ?? {};
  return {
    ...config,
    ...Object.fromEntries(image === null ? [] : fromImage.filter(isSame).map((name) => [name, undefined])),
    Env: (config.Env ?? []).filter((line) => !given.has(line)),
    Labels: Object.fromEntries(labels.filter(([name, value]) => ofImage[name] !== value)),
  };
}

/** The daemon writes some with a prefix, and null for none. */
function namesOf(capabilities: readonly string[] | null | undefined): string[] {
  return (capabilities ?? []).map((name) => parseCapability(name)).filter((name) => name !== null);
}

/** The specification by which a container could have been made. */
export function specOf({ Name, HostConfig, Mounts }: Docker.ContainerInspectInfo, config: Config): ContainerSpec {
  const { Name: policy } = HostConfig.RestartPolicy ?? { Name: "no" };
  return {
    name: Name.replace(/^\//, ""),
    image: config.Image,
    command: config.Cmd ?? [],
    environment: config.Env ?? [],
    ports: Object.entries(
      (HostConfig.PortBindings ?? {}) as Record<string, { HostIp?: string; HostPort?: string }[] | null>,
    ).flatMap(([port, bindings]) => {
      const [inside, protocol] = port.split("/");
      return (bindings ?? []).map(({ HostIp = "", HostPort = "" }) => ({
        address: HostIp,
        outside: /^[1-9]\d*$/.test(HostPort) ? Number(HostPort) : null,
        inside: Number(inside),
        protocol: protocol === "udp" ? ("udp" as const) : ("tcp" as const),
      }));
    }),
    mounts: Mounts.filter(({ Type }) => Type === "volume" || Type === "bind").map(
      ({ Type, Name: volume, Source, Destination, RW }) => ({
        kind: Type === "volume" ? "volume" : "bind",
        source: Type === "volume" ? (volume ?? "") : Source,
        destination: Destination,
        is_writable: RW,
      }),
    ),
    memory: HostConfig.Memory || null,
    cpus: HostConfig.NanoCpus ? HostConfig.NanoCpus / nanosecondsPerCpu : null,
    restart: policy === "always" || policy === "unless-stopped" || policy === "on-failure" ? policy : "no",
    labels: config.Labels,
    network: HostConfig.NetworkMode === "default" ? "bridge" : (HostConfig.NetworkMode ?? "bridge"),
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
