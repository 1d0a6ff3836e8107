/** What the machine as a whole does: to end, to sleep, to be repaired, to start anew. Names of units without their ending. */
const states = [
  "poweroff|reboot|halt|kexec|soft-reboot|shutdown|final|umount|exit|factory-reset",
  "sleep|suspend|hibernate|hybrid-sleep|suspend-then-hibernate",
  "rescue|emergency|default|ctrl-alt-del|kbrequest|sigpwr|runlevel[0-6]|system-update(?:-.*)?",
  "initrd|initrd-.*|dracut-emergency|friendly-recovery",
  "systemd-(?:poweroff|reboot|halt|kexec|soft-reboot|shutdown|exit|factory-reset(?:-.*)?)",
  "systemd-(?:sleep|suspend|hibernate(?:-.*)?|hybrid-sleep|suspend-then-hibernate|sysupdate-reboot)",
].join("|");
const pattern = new RegExp(String.raw`^(?:${states})(?:@.*)?\.(?:target|service|timer|path|socket)$`);

/** Whether a unit stands for a state of the whole machine, which takes everything in it along. */
export const isMachineState = (unit: string): boolean => pattern.test(unit);
