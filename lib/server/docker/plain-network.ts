import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Kinds of networks that end at the machine: on others a container is on its wires, with an address of its own there. */
const plainKinds: ReadonlySet<string> = new Set(["bridge", "overlay", "null"]);
const bridgeOption = "com.docker.network.bridge.name";
const interfaces = "/sys/class/net";

type Network = { Name: string; Driver: string; Options?: Readonly<Record<string, string>> | null | undefined };

/** Whether a network ends at the machine. One by the name of a bridge may be that of a bridge which the machine has, with its wires in it. */
export function isPlainNetwork({ Name, Driver, Options }: Network): boolean {
  const bridge = Options?.[bridgeOption];
  return plainKinds.has(Driver) && (bridge === undefined || Name === "bridge" || !hasWires(bridge));
}

/** True where that cannot be seen from here. */
function hasWires(bridge: string): boolean {
  if (path.basename(bridge) !== bridge) return true;
  try {
    return readdirSync(`${interfaces}/${bridge}/brif`).some(isWire);
  } catch {
    return true;
  }
}

/** A card, a virtual machine's end, or a part of a wire (bond, vlan, vxlan); those of containers are none of it. */
function isWire(name: string): boolean {
  const place = `${interfaces}/${name}`;
  return (
    ["device", "tun_flags"].some((file) => existsSync(`${place}/${file}`)) ||
    /^DEVTYPE=/m.test(readFileSync(`${place}/uevent`, "utf8"))
  );
}
