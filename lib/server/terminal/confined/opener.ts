import type { Pty, PtyOptions } from "@/lib/server/process/open-pty";

/** How a program is started that confines itself, or another (`isWrapper`), and becomes the account `uid`. */
export type Opener = (options: PtyOptions & { uid: number; isWrapper: boolean }) => Pty | Promise<Pty>;
