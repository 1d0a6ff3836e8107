import type Docker from "dockerode";
import { networksOf } from "@/lib/server/docker/networks-of";

const shortIdLength = 12;

type Inspected = Pick<Docker.ContainerInspectInfo, "Id" | "HostConfig" | "NetworkSettings">;
/** With what newer daemons have and the package does not know. */
type Settings = Docker.EndpointSettings & { GwPriority?: number };

/** A network that a container is in, and what was asked for there. */
export type Endpoint = { name: string; id: string; isFirst: boolean; settings: Settings | null };

/** The networks of a container; the first is the one that it was made in, or any of the others where it is in that one no more. */
export function endpointsOf({ Id, HostConfig, NetworkSettings }: Inspected): Endpoint[] {
  const own = Id.slice(0, shortIdLength);
  const all = Object.entries(networksOf<Settings>({ NetworkSettings })).map(([name, settings]) => ({
    name,
    id: settings.NetworkID ?? "",
    settings: askedOf(settings, own),
  }));
  const first = all.find((one) => isMadeIn(HostConfig, one)) ?? all[0];
  return all.map((one) => ({ ...one, isFirst: one === first }));
}

function isMadeIn({ NetworkMode: mode = "default" }: Docker.HostConfig, one: Pick<Endpoint, "name" | "id">): boolean {
  return isNetwork(mode, one) || (mode === "default" && one.name === "bridge");
}

/** In the daemon's words, what a container like this one is made in: Docker keeps what it was made in, also when it has left that, or that is gone. */
export function networkModeOf(inspected: Inspected): string {
  const first = endpointsOf(inspected).find(({ isFirst }) => isFirst);
  const { HostConfig } = inspected;
  return first === undefined || isMadeIn(HostConfig, first) ? (HostConfig.NetworkMode ?? "default") : first.name;
}

/** In one of these a container is from before others than administrators had networks of their own, or in none. */
export const isPlainNetwork = (name: string): boolean => name === "bridge" || name === "none";

/** Networks can be named by the beginning of their id as well. */
export const isNetwork = (asked: string, { name, id }: Pick<Endpoint, "name" | "id">) =>
  asked === name || (asked.length >= shortIdLength && id.startsWith(asked));

/** Null for nothing. */
function askedOf(all: Settings, own: string): Settings | null {
  const { IPAMConfig, Links, DriverOpts, GwPriority } = all;
  // Older daemons put the id among them.
  const aliases = (all.Aliases ?? []).filter((alias) => alias !== own);
  const settings: Settings = {
    ...(IPAMConfig && Object.keys(IPAMConfig).length > 0 ? { IPAMConfig } : {}),
    ...(Links && Links.length > 0 ? { Links } : {}),
    ...(aliases.length > 0 ? { Aliases: aliases } : {}),
    ...(DriverOpts && Object.keys(DriverOpts).length > 0 ? { DriverOpts } : {}),
    ...(GwPriority ? { GwPriority } : {}),
    ...(isGenerated(all) ? {} : { MacAddress: all.MacAddress }),
  };
  return Object.keys(settings).length > 0 ? settings : null;
}

/** Docker makes one of the address; what it is otherwise may have been asked for. */
function isGenerated({ MacAddress: mac, IPAddress: ip }: Settings): boolean {
  if (!mac) return true;
  const bytes = (ip ?? "").split(".").map((part) => Number(part).toString(16).padStart(2, "0"));
  return mac.toLowerCase() === ["02", "42", ...bytes].join(":");
}
