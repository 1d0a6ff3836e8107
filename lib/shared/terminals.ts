import type { Permission } from "./permissions";

/** What there are terminals by: of this machine, of others by SSH, of containers, and what only shows: logs and journals. */
export const anyTerminal = [
  "terminal",
  "ssh_proxy",
  "docker_container_update",
  "docker_container_rule",
  "docker_view",
  "sys_view",
] as const satisfies readonly Permission[];

/** Larger ones no screen has. */
export const maxTerminalSize = { cols: 1000, rows: 500 } as const;

export type TerminalSize = { cols: number; rows: number };

/** What a server in a container may lack for a shell of its host; `confinement`: AppArmor or the like forbids it. */
export const hostNeeds = ["pid", "root", "sys_admin", "sys_ptrace", "nsenter", "confinement"] as const;
export type HostNeed = (typeof hostNeeds)[number];
/** What `docker run` is to be given for it; the others are no flags. */
export const hostNeedFlags: Readonly<Partial<Record<HostNeed, string>>> = {
  pid: "--pid=host",
  sys_admin: "--cap-add=SYS_ADMIN",
  sys_ptrace: "--cap-add=SYS_PTRACE",
  confinement: "--security-opt=apparmor=unconfined",
};

/** Whom one terminal is shown to at once. */
export const maxTerminalGuests = 10;

/** At once, into a command line. */
export const maxTypedPaths = 100;

/** Whose terminals are recorded; `others`: those of everyone but administrators. */
export const recordedTerminals = ["none", "others", "all"] as const;
/** Why a recording ended before its terminal: its size, a disk that is full or broken, one that is too slow, an end of the server by force. */
export const recordingStops = ["limit", "disk", "slow", "killed"] as const;

/** Fonts whose letters all have one width, some of which every system has; `default` is that of the rest of the screen. */
export const terminalFonts = [
  "default",
  "Cascadia Mono",
  "Consolas",
  "Courier New",
  "DejaVu Sans Mono",
  "Fira Code",
  "Hack",
  "IBM Plex Mono",
  "JetBrains Mono",
  "Liberation Mono",
  "Menlo",
  "Monaco",
  "Noto Sans Mono",
  "SF Mono",
  "Source Code Pro",
  "Ubuntu Mono",
] as const;
export const terminalCursors = ["block", "bar", "underline"] as const;
export const terminalBells = ["none", "visual", "sound"] as const;
/** `paste` copies what is selected, and pastes where nothing is. */
export const terminalRightClicks = ["menu", "paste"] as const;
export const terminalFontSizes = { least: 8, most: 32 } as const;

/** What a user's terminals look like until they choose. */
export const usualTerminalLook = {
  fontSize: 13,
  font: "default",
  cursor: "block",
  isBlinking: true,
  bell: "none",
  rightClick: "menu",
  copyOnSelect: false,
  clipboardWrites: false,
  followsFolder: false,
} as const;
