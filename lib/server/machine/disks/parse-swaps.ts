import { unescapeMount } from "@/lib/server/machine/parse-mounts";

/** Devices and files of /proc/swaps. */
export function parseSwaps(text: string): string[] {
  return text
    .split("\n")
    .slice(1)
    .flatMap((line) => {
      const place = /^(\S+)\s/.exec(line)?.[1];
      return place === undefined ? [] : [unescapeMount(place)];
    });
}
