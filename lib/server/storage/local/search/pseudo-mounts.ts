import fs from "node:fs";
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
  for (const line of text.split("\n")) {
    const [, mounted = "", type = ""] = /^\d+ \d+ \S+ \S+ (\S+) .* - (\S+) /.exec(line) ?? [];
    const place = mounted.replace(/\\([0-7]{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    if (pseudo.has(type) && isStrictlyBelow(place, real)) mounts.add(place);
  }
  return mounts;
}
