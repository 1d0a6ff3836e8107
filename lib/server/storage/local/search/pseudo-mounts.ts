import fs from "node:fs";
import { parseMounts } from "@/lib/server/machine/parse-mounts";
import { isStrictlyBelow } from "@/lib/server/storage/scope";

/** File systems made of the kernel's state: endless, and nothing that somebody put there. */
const pseudo = new Set(
  "proc sysfs cgroup cgroup2 devpts devtmpfs debugfs tracefs securityfs pstore bpf configfs fusectl efivarfs mqueue hugetlbfs binfmt_misc rpc_pipefs selinuxfs nsfs autofs".split(
    " ",
  ),
);

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
    if (pseudo.has(type) && isStrictlyBelow(place, real)) mounts.add(place);
  return mounts;
}
