import fs from "node:fs";
import { parseMounts } from "@/lib/server/machine/parse-mounts";
import { pseudoTypes } from "@/lib/server/storage/local/sys/pseudo-types";
import { isStrictlyBelow } from "@/lib/server/storage/scope";

/** Where below a folder such file systems are mounted. A search that begins inside one looks there. */
export function pseudoMountsBelow(real: string): Set<string> {
  const mounts = new Set<string>();
  let text: string;
  try {
    text = fs.readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    return mounts;
  }
  for (const { place, type } of parseMounts(text))
    if (pseudoTypes.has(type) && isStrictlyBelow(place, real)) mounts.add(place);
  return mounts;
}
