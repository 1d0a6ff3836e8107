import type { OsUser } from "@/lib/server/process/os-user";

/** A place as it was when it was looked at: what has its name by now may be something else. */
export type PinnedMount = {
  /** Host path, with no link on the way. */
  place: string;
  access: "write" | "read" | "none";
  /** Its device and inode. */
  id: string;
  /** It is there for the sake of a trash alone, which no other account can enter. */
  isOwn?: true;
};

/** A file that a program gets as its input: what has its name by now is refused if it is another. */
export type PinnedInput = Pick<PinnedMount, "place" | "id">;

/** What a jail may cost; bytes where not said otherwise. */
export type JailLimits = {
  /** Of one process: what it has open, and its own memory. */
  openFiles: number;
  dataBytes: number;
  lockedBytes: number;
  /** Of all processes of the account, where the kernel counts no closer. */
  accountProcesses: number;
  /** Before any other program is ended when memory runs out: 0 to 1000. */
  outOfMemoryScore: number;
  /** Of one process's time on the processor, and of a file that it writes; without a limit where nothing is said. */
  cpuSeconds?: number;
  fileBytes?: number;
  /** Files that take the program in, from the control groups of its user. */
  groups: readonly string[];
};

type StageSizes = { temporaryBytes: number; runBytes: number };

/** What is there beside the mounts, below a root of its own. */
export type StageBase = {
  /** Host paths that are there to be read; what is missing is passed over. */
  readable: readonly string[];
  /** Links, by what they say. */
  links: Readonly<Record<string, string>>;
  /** The home folder, below /tmp. */
  home: string;
};

/** What a jail's root is made of. */
export type StagePlan = {
  user: OsUser;
  /** Whether the launcher is root and has to become the account; otherwise it is the account, with a mount namespace of its own. */
  isRoot: boolean;
  /** From above to below. */
  mounts: readonly PinnedMount[];
  base: StageBase;
  sizes: StageSizes;
};
