import type { VirtualPath } from "@/lib/shared/paths";
import type { Noted } from "./noted";
import type { Keeping } from "./keeping";
import type { Conflict } from "./storage";

/** Where an entry is now, and what it was when it came there. `was`: what it was where it comes from, if it is a copy that takes its place. */
export type Arrived = { path: VirtualPath; noted: Noted; was?: Noted["id"] };

/** Both put the entry itself under the name and ask whether they may; taken names go by the policy, as in `write`. Null: it has to go through the interface. */
export type Inside = {
  /** Throws file/exists for `fail`, with nothing done. A folder only where nothing has the name. */
  move: (from: VirtualPath, to: VirtualPath, options: InsideMove) => Promise<Arrived | null>;
  /** Of a file or a link. */
  copy: (from: VirtualPath, to: VirtualPath, options: InsideCopy) => Promise<Arrived | null>;
};
export type InsideMove = { conflict: Conflict } & Keeping;
export type InsideCopy = InsideMove & { signal: AbortSignal; onBytes: (count: number) => void };
