import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const interfaces = "/sys/class/net";

/** Whether a bridge of the machine leads out of it; true where that cannot be seen from here. */
export function hasWires(bridge: string): boolean {
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
