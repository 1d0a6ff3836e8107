import os from "node:os";
import { textOf } from "./text-file";

export type Machine = {
  name: string;
  /** Of the system, such as `Debian GNU/Linux 12 (bookworm)`. */
  system: string | null;
  kernel: string;
  architecture: string;
  cpuModel: string | null;
  cores: number;
};

/** What does not change while it runs. */
export async function describeMachine(): Promise<Machine> {
  const release = (await textOf("/etc/os-release")) ?? "";
  const system = /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(release)?.[1] ?? null;
  const cpus = os.cpus();
  return {
    name: os.hostname(),
    system,
    kernel: os.release(),
    architecture: os.machine(),
    cpuModel: cpus[0]?.model.trim() || null,
    cores: cpus.length,
  };
}
