import { isThere, namesIn, textOf } from "./text-file";

export type Disk = { name: string; model: string | null; bytes: number | null };
export type NetworkDevice = {
  name: string;
  /** What it carries is the machine's own traffic, and not once more that of another one. */
  isCounted: boolean;
};

/** Drives for other media, and the parts of a memory card that hold its boot code. */
const noDisks = /^(?:sr|fd)\d|boot\d+$|rpmb$/;
/** Ends of containers and virtual machines, and the switches between them. */
const inner =
  /^(?:lo$|veth|ifb|docker|br-|virbr|vnet|tap|cni|flannel|cali|lxc|lxd|dummy|fwbr|fwln|fwpr|kube-|nodelocaldns|bonding_masters$)/;
/** What goes through these goes through a device below them as well. */
const tunnel = /^(?:wg|tun|utun|ppp|zt|tailscale|gre|gretap|sit|ip6tnl)/;
const most = 64;
const sectorBytes = 512;

/** The disks themselves, not their partitions and not what is made of several of them. `folder`: /sys/block. */
export async function findDisks(folder = "/sys/block"): Promise<Disk[]> {
  const names = (await namesIn(folder)).filter((name) => !noDisks.test(name)).slice(0, 4 * most);
  const found = await Promise.all(
    names.map(async (name): Promise<Disk | null> => {
      if (!(await isThere(`${folder}/${name}/device`))) return null;
      const [model, sectors] = await Promise.all([
        textOf(`${folder}/${name}/device/model`),
        textOf(`${folder}/${name}/size`),
      ]);
      const bytes = sectors === null ? null : Number(sectors) * sectorBytes;
      // sysfs cannot have a slash in a name.
      return { name: name.replaceAll("!", "/"), model: model === "" ? null : model, bytes };
    }),
  );
  // An empty card reader is a disk without a size.
  return found.filter((disk) => disk !== null && disk.bytes !== 0).slice(0, most) as Disk[]; // null is left out
}

/** The interfaces that lead out of the machine. `folder`: /sys/class/net. */
export async function findNetworks(folder = "/sys/class/net"): Promise<NetworkDevice[]> {
  const names = (await namesIn(folder)).filter((name) => !inner.test(name)).slice(0, most);
  const found = await Promise.all(
    names.map(async (name) => ({ name, isReal: await isThere(`${folder}/${name}/device`) })),
  );
  // In a container there is no device behind any of them.
  const hasReal = found.some(({ isReal }) => isReal);
  return found.map(({ name, isReal }) => ({ name, isCounted: hasReal ? isReal : !tunnel.test(name) }));
}
