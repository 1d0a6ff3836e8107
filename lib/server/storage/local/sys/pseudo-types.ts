/** File systems made of the kernel's state: endless, and nothing that somebody put there. */
export const pseudoTypes: ReadonlySet<string> = new Set(
  "proc sysfs cgroup cgroup2 devpts devtmpfs debugfs tracefs securityfs pstore bpf configfs fusectl efivarfs mqueue hugetlbfs binfmt_misc rpc_pipefs selinuxfs nsfs autofs".split(
    " ",
  ),
);
