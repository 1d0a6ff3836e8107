import type { ProgramName } from "@/lib/shared/programs";

const usual: Record<ProgramName, readonly string[]> = {
  lsblk: ["/usr/bin/lsblk", "/bin/lsblk", "/sbin/lsblk"],
  findmnt: ["/usr/bin/findmnt", "/bin/findmnt"],
  smartctl: ["/usr/sbin/smartctl", "/sbin/smartctl", "/usr/bin/smartctl"],
  systemctl: ["/usr/bin/systemctl", "/bin/systemctl"],
  journalctl: ["/usr/bin/journalctl", "/bin/journalctl"],
  bwrap: ["/usr/bin/bwrap", "/usr/local/bin/bwrap"],
  docker: ["/usr/bin/docker", "/usr/local/bin/docker", "/bin/docker"],
  rg: ["/usr/bin/rg", "/usr/local/bin/rg"],
  ffmpeg: ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"],
  "nvidia-smi": ["/usr/bin/nvidia-smi", "/usr/local/bin/nvidia-smi", "/usr/lib/wsl/lib/nvidia-smi"],
};

export type ChosenPrograms = Readonly<Partial<Record<ProgramName, string>>>;
/** Whether nobody but administrators could have put there what is at the path of a program now. */
export type IsTrusted = (name: ProgramName, path: string) => Promise<boolean>;
const state: { chosen: ChosenPrograms; isTrusted: IsTrusted } = {
  chosen: {},
  isTrusted: () => Promise.resolve(false),
};

/**
 * Where it may be: first what was chosen, as long as nobody else can change it, then where distributions put it. Asked before each use: what was chosen changes, and
 * so does who may write there.
 */
export async function programPaths(name: ProgramName): Promise<readonly string[]> {
  const chosen = state.chosen[name];
  return chosen !== undefined && (await state.isTrusted(name, chosen)) ? [chosen, ...usual[name]] : usual[name];
}

export function choosePrograms(chosen: ChosenPrograms, isTrusted: IsTrusted): void {
  state.chosen = chosen;
  state.isTrusted = isTrusted;
}
