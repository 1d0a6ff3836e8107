/** Programs of the system that Filedeck uses where they are there: `packages` has the one to install by Debian, then by Alpine; null: there is none. */
export const programs = {
  lsblk: { packages: ["util-linux", "lsblk"] },
  findmnt: { packages: ["util-linux", "findmnt"] },
  smartctl: { packages: ["smartmontools", "smartmontools"] },
  systemctl: { packages: ["systemd", null] },
  journalctl: { packages: ["systemd", null] },
  bwrap: { packages: ["bubblewrap", "bubblewrap"] },
  docker: { packages: ["docker-compose-plugin", "docker-cli-compose"] },
  rg: { packages: ["ripgrep", "ripgrep"] },
  ffmpeg: { packages: ["ffmpeg", "ffmpeg"] },
  "nvidia-smi": { packages: ["nvidia-smi", null] },
} as const satisfies Record<string, { packages: readonly [string | null, string | null] }>;

export type ProgramName = keyof typeof programs;
export const programNames = Object.keys(programs) as [ProgramName, ...ProgramName[]]; // keys of the literal above

/** What it is called. Of Docker's command only Compose is used, and the version is that of Compose. */
export const titleOfProgram = (name: ProgramName): string => (name === "docker" ? "Docker Compose" : name);

/** That a certificate holds, when administrators are told. */
export const certificateDays = 14;

/** How it was put on the machine, which says how it is updated. */
export const installations = ["image", "service", "plain"] as const;
