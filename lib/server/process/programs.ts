import type { ProgramName } from "@/lib/shared/programs";

const usual: Record<ProgramName, readonly string[]> = {
  lsblk: ["/usr/bin/lsblk", "/bin/lsblk", "/sbin/lsblk"],
  findmnt: ["/usr/bin/findmnt", "/bin/findmnt"],
  smartctl: ["/usr/sbin/smartctl", "/sbin/smartctl", "/usr/bin/smartctl"],
  systemctl: ["/usr/bin/systemctl", "/bin/systemctl"],
  journalctl: ["/usr/bin/journalctl", "/bin/journalctl"],
  bwrap: ["/usr/bin/bwrap", "/usr/local/bin/bwrap"],
  docker: ["/usr/bin/docker", "/usr/local/bin/docker"],
  rg: ["/usr/bin/rg", "/usr/local/bin/rg"],
  "nvidia-smi": ["/usr/bin/nvidia-smi", "/usr/local/bin/nvidia-smi", "/usr/lib/wsl/lib/nvidia-smi"],
};

export type ChosenPrograms = Readonly<Partial<Record<ProgramName, string>>>;
const state: { chosen: ChosenPrograms } = { chosen: {} };

/** Where it may be: first what an administrator has named, then where distributions put it. Asked with each use, since the first may change. */
export function programPaths(name: ProgramName): readonly string[] {
  const chosen = state.chosen[name];
  return chosen === undefined ? usual[name] : [chosen, ...usual[name]];
}

export function choosePrograms(chosen: ChosenPrograms): void {
  state.chosen = chosen;
}
