import { hasWires } from "@/lib/server/machine/bridge-wires";

/** Kinds of networks that end at the machine: on others a container is on its wires, with an address of its own there. */
const plainKinds: ReadonlySet<string> = new Set(["bridge", "overlay", "null"]);
const bridgeOption = "com.docker.network.bridge.name";

type Network = { Name: string; Driver: string; Options?: Readonly<Record<string, string>> | null | undefined };

/** Whether a network ends at the machine. One by the name of a bridge may be that of a bridge which the machine has, with its wires in it. */
export function isPlainNetwork({ Name, Driver, Options }: Network): boolean {
  const bridge = Options?.[bridgeOption];
  return plainKinds.has(Driver) && (bridge === undefined || Name === "bridge" || !hasWires(bridge));
}
