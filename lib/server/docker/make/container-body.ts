import type Docker from "dockerode";
import type { ContainerSpec } from "@/lib/contracts/docker-make";
import { onFailureTries } from "@/lib/shared/restart-policies";
import type { Judged, NewVolumes } from "./assert-volumes";

export const nanosecondsPerCpu = 1e9;

/** What the daemon is asked for: every field is of the specification, none is passed on. */
export function bodyOf(spec: ContainerSpec, made: Judged): Docker.ContainerCreateOptions {
  const { name, image, command, environment, labels, ports, mounts, network } = spec;
  return {
    name,
    Image: image,
    ...(command.length === 0 ? {} : { Cmd: command }),
    Env: environment,
    Labels: { ...labels, ...made.labels },
    ExposedPorts: Object.fromEntries(ports.map((port) => [keyOfPort(port), {}])),
    ...(made.networkId === null
      ? {}
      : { NetworkingConfig: { EndpointsConfig: { [network]: { NetworkID: made.networkId } } } }),
    HostConfig: {
      PortBindings: bindingsOf(ports),
      Mounts: mounts.map((mount) => mountOf(mount, made)) as Docker.MountConfig, // the package wants options that may be left out
      NetworkMode: network,
      Privileged: spec.is_privileged,
      Devices: spec.devices.map(deviceOf),
      CapAdd: spec.cap_add,
      CapDrop: spec.cap_drop,
      ...memoryOf(spec.memory),
      ...cpusOf(spec.cpus),
      RestartPolicy: policyOf(spec.restart),
    },
  };
}

type Port = ContainerSpec["ports"][number];

export const keyOfPort = ({ inside, protocol }: Pick<Port, "inside" | "protocol">) => `${inside}/${protocol}`;

export function bindingsOf(ports: readonly Port[]): Record<string, { HostIp: string; HostPort: string }[]> {
  const bindings: Record<string, { HostIp: string; HostPort: string }[]> = {};
  for (const port of ports) {
    const { address, outside, outside_last: last } = port;
    const range = last === null ? String(outside) : `${outside}-${last}`;
    (bindings[keyOfPort(port)] ??= []).push({ HostIp: address, HostPort: outside === null ? "" : range });
  }
  return bindings;
}

export const mountOf = (
  { kind, source, destination, is_writable }: ContainerSpec["mounts"][number],
  { names, labels }: NewVolumes,
) => ({
  Type: kind,
  Source: source,
  Target: destination,
  ReadOnly: !is_writable,
  ...(kind === "volume" && names.has(source) ? { VolumeOptions: { Labels: { ...labels } } } : {}),
});

export const deviceOf = ({ outside, inside, access }: ContainerSpec["devices"][number]) => ({
  PathOnHost: outside,
  PathInContainer: inside,
  CgroupPermissions: access,
});

type HadMemory = Pick<Docker.HostConfig, "Memory" | "MemorySwap">;

/** `before`: of a container that has some already: the swap beside the memory stays as it is. */
export function memoryOf(memory: number | null, { Memory: had = 0, MemorySwap: both = 0 }: HadMemory = {}) {
  if (memory === null) return { Memory: 0, MemorySwap: 0 };
  // Without swap beside it, where nobody has said how much: else as much again would be had.
  const swap = had > 0 && both > had ? both - had : 0;
  return { Memory: memory, MemorySwap: had > 0 && both < 0 ? -1 : memory + swap };
}

export const cpusOf = (cpus: number | null) => ({
  NanoCpus: cpus === null ? 0 : Math.round(cpus * nanosecondsPerCpu),
});

/** `before`: how often it is tried again stays as it is. */
export function policyOf(restart: ContainerSpec["restart"], before?: Docker.HostRestartPolicy) {
  const tries = before?.Name === "on-failure" ? (before.MaximumRetryCount ?? 0) : onFailureTries;
  return { Name: restart, ...(restart === "on-failure" ? { MaximumRetryCount: tries } : {}) };
}

/** What people who are no administrators have stopped stays so when the daemon starts: it asks nobody whether a port of theirs is another's by now. */
export const policyFor = (owner: { isRoot: boolean }, restart: ContainerSpec["restart"]): ContainerSpec["restart"] =>
  restart === "always" && !owner.isRoot ? "unless-stopped" : restart;
