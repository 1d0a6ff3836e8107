import { fdPath } from "@/lib/server/storage/local/sys/fs-path";
import { sys } from "@/lib/server/storage/local/sys/sys";

/** `f_type` of statfs(2): what the kernel tells of itself, and takes orders by. Whoever writes there writes to the machine, whatever root it is seen from. */
const pseudo = new Set([
  0x9fa0, // proc
  0x62656572, // sysfs
  0x27e0eb, // cgroup
  0x63677270, // cgroup2
  0x64626720, // debugfs
  0x74726163, // tracefs
  0x73636673, // securityfs
  0xcafe4a11, // bpf
  0x1cd1, // devpts
  0x19800202, // mqueue
  0x62656570, // configfs
  0xde5e81e4, // efivarfs
  0x6165676c, // pstore
  0xf97cff8c, // selinux
  0x65735543, // fusectl
  0x42494e4d, // binfmt_misc
  0x6e736673, // nsfs
]);

/** Whether the open folder or file is part of the kernel's own file systems. */
export async function isPseudo(fd: number): Promise<boolean> {
  return pseudo.has((await sys.statfs(fdPath(fd))).type);
}
