import { isDeepStrictEqual } from "node:util";
import type Docker from "dockerode";
import type { ContainerSpec } from "@/lib/contracts/docker-make";
import { parseCapability } from "@/lib/shared/capabilities";
import type { Judged } from "./assert-volumes";
import { changedMounts } from "./changed-mounts";
import { bindingsOf, cpusOf, deviceOf, keyOfPort, memoryOf, policyOf } from "./container-body";
import { endpointsOf, isNetwork, networkModeOf, type Endpoint } from "./endpoints";

type Changeable = Omit<ContainerSpec, "image">;
export type SpecChanges = { [Field in keyof Changeable]?: Changeable[Field] | undefined };

export type Change = {
  /** What the container was given itself, without what it has of its image. */
  config: Docker.ContainerInspectInfo["Config"];
  before: ContainerSpec;
  /** What was asked for and is not as before: all else is asked of the daemon in its own words. */
  changes: SpecChanges;
  image: string;
  keepsVolumesFrom: boolean;
  judged: Judged;
  /** What it says of itself from then on, and the image that this was judged with; null: it may be any. */
  labels: Readonly<Record<string, string>>;
  imageId: string | null;
};

/** Of what was asked for: that which differs from what there is. */
export function changesOf(before: ContainerSpec, asked: SpecChanges): Partial<Changeable> {
  const differs = ([name, value]: [string, unknown]) =>
    value !== undefined && !isDeepStrictEqual(value, before[name as keyof Changeable]);
  return Object.fromEntries(Object.entries(asked).filter(differs)) as Partial<Changeable>; // some of its fields
}

/** A container like the one that was inspected, but for the changes. */
export function changedBody(inspected: Docker.ContainerInspectInfo, change: Change): Docker.ContainerCreateOptions {
  const { config, before, changes, image } = change;
  const { command, environment, name } = changes;
  const mounts = changedMounts(inspected, {
    before: before.mounts,
    after: changes.mounts ?? before.mounts,
    volumes: config.Volumes,
    keepsVolumesFrom: change.keepsVolumesFrom,
    newVolumes: change.judged,
  });
  return {
    ...config,
    ...hostNameOf(inspected, changes),
    name: name ?? before.name,
    Image: image,
    ...(command === undefined ? {} : { Cmd: command.length === 0 ? null : command }),
    ...(environment === undefined ? {} : { Env: environment }),
    Labels: { ...change.labels },
    Volumes: mounts.Volumes,
    ExposedPorts: exposedPorts(config.ExposedPorts, change),
    HostConfig: {
      ...inspected.HostConfig,
      NetworkMode: networkModeOf(inspected),
      ...mounts.HostConfig,
      ...changedHost(inspected.HostConfig, change),
    },
    ...networkingOf(inspected, change),
    ...platformOf(inspected),
  } as Docker.ContainerCreateOptions; // null stands for the image's own command, which the package does not know
}

/** Docker makes one of the id; where another's is used the daemon refuses to be told of one. */
function hostNameOf({ Id, HostConfig, Config }: Docker.ContainerInspectInfo, { network }: SpecChanges) {
  const isOthers = HostConfig.NetworkMode?.startsWith("container:") === true;
  if (isOthers || HostConfig.UTSMode === "host") return { Hostname: "", ...(isOthers ? { Domainname: "" } : {}) };
  // With the machine's network it is the machine's name.
  const isMachines = HostConfig.NetworkMode === "host" && network !== undefined;
  return Id.startsWith(Config.Hostname) || isMachines ? { Hostname: "" } : {};
}

function exposedPorts(own: Record<string, object>, { before, changes: { ports } }: Change) {
  if (ports === undefined) return own;
  const published = new Set(before.ports.map(keyOfPort));
  const others = Object.entries(own).filter(([key]) => !published.has(key));
  return { ...Object.fromEntries(others), ...Object.fromEntries(ports.map((port) => [keyOfPort(port), {}])) };
}

function changedHost(had: Docker.HostConfig, { changes }: Change): Docker.HostConfig {
  const { ports, network, is_privileged, devices, cap_add, cap_drop, memory, cpus, restart } = changes;
  return {
    ...(ports === undefined ? {} : { PortBindings: bindingsOf(ports) }),
    ...(network === undefined ? {} : { NetworkMode: network }),
    ...(is_privileged === undefined ? {} : { Privileged: is_privileged }),
    ...(devices === undefined ? {} : { Devices: devices.map(deviceOf) }),
    ...(cap_add === undefined ? {} : { CapAdd: capabilitiesOf(had.CapAdd, cap_add) }),
    ...(cap_drop === undefined ? {} : { CapDrop: capabilitiesOf(had.CapDrop, cap_drop) }),
    ...(memory === undefined ? {} : memoryOf(memory, had)),
    // The daemon takes one way of saying it alone.
    ...(cpus === undefined ? {} : { ...cpusOf(cpus), CpuPeriod: 0, CpuQuota: 0 }),
    ...(restart === undefined ? {} : { RestartPolicy: policyOf(restart, had.RestartPolicy) }),
  };
}

/** What has no name that can be shown stays. */
function capabilitiesOf(had: readonly string[] | null, asked: readonly string[]): string[] {
  return [...(had ?? []).filter((name) => parseCapability(name) === null), ...asked];
}

/** It is made in one network; {@link otherEndpoints} are for later. */
function networkingOf(inspected: Docker.ContainerInspectInfo, { changes: { network }, judged: { networkId } }: Change) {
  const mode = network ?? networkModeOf(inspected);
  const endpoints = endpointsOf(inspected);
  const { settings = null } =
    endpoints.find((one) => (network === undefined ? one.isFirst : isNetwork(network, one))) ?? {};
  const endpoint = { ...settings, ...(networkId === null ? {} : { NetworkID: networkId }) };
  return Object.keys(endpoint).length === 0 ? {} : { NetworkingConfig: { EndpointsConfig: { [mode]: endpoint } } };
}

/** The networks that it has to be put into when it is there. */
export function otherEndpoints(inspected: Docker.ContainerInspectInfo, { network }: SpecChanges): Endpoint[] {
  // The machine's network and none at all have no others beside them.
  if (network === "host" || network === "none") return [];
  return endpointsOf(inspected).filter((one) => !one.isFirst && (network === undefined || !isNetwork(network, one)));
}

/** Of images for several kinds of machines, newer daemons say which one it is. */
function platformOf(inspected: Docker.ContainerInspectInfo) {
  type Described = { ImageManifestDescriptor?: { platform?: Record<string, unknown> } };
  const { os, architecture, variant } = (inspected as Described).ImageManifestDescriptor?.platform ?? {}; // newer than the package
  const parts = [os, architecture, variant].filter((part) => typeof part === "string" && part !== "");
  return parts.length < 2 ? {} : { platform: parts.join("/") };
}
