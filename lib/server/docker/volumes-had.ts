import { posix } from "node:path";
import type Docker from "dockerode";
import { isWithin } from "@/lib/shared/paths";
import { realPlace } from "@/lib/server/machine/own-places";

/** `volume`: null for a folder of the machine, which is `source` then. */
export type Mounted = { volume: string | null; source: string; isWritable: boolean };

export type VolumesHad = ReadonlyMap<string, { isWritable: boolean }>;

/**
 * Tells of containers which volumes they have. A folder that lies in a volume is that volume by another name, and the folder of all volumes is all of them. What is above that,
 * such as the whole machine for whatever measures it, is not taken for them. Where links lead is asked once for each finder: it may be elsewhere the next time.
 */
export function createVolumeFinder(
  volumes: Iterable<Pick<Docker.VolumeInspectInfo, "Name" | "Mountpoint">>,
): (mounts: readonly Mounted[]) => VolumesHad {
  const places = [...volumes].flatMap(({ Name: name, Mountpoint: place }) => (place === "" ? [] : [{ name, place }]));
  const found = new Map<string, readonly string[]>();
  const namesAt = (source: string): readonly string[] => {
    const known = found.get(source);
    if (known !== undefined || source === "") return known ?? [];
    const real = realPlace(source);
    const names = places.filter(({ place }) => isWithin(real, place) || areAll(real, place)).map(({ name }) => name);
    found.set(source, names);
    return names;
  };
  return (mounts) => {
    const had = new Map<string, { isWritable: boolean }>();
    for (const { volume, source, isWritable } of mounts)
      for (const name of volume === null ? namesAt(source) : [volume])
        had.set(name, { isWritable: isWritable || had.get(name)?.isWritable === true });
    return had;
  };
}

/** Docker has them in `volumes/<name>/_data`, and Podman as well. */
const areAll = (source: string, place: string) =>
  source !== "/" && (source === posix.dirname(place) || source === posix.dirname(posix.dirname(place)));
