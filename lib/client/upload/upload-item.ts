import type { ErrorKey } from "@/lib/shared/errors";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";

/**
 * What happens when the name is taken. `resume`: the same file is passed over, another one is as with `fail`; `newer`: an older file is
 * replaced, any other passed over.
 */
export type UploadConflict = "fail" | "replace" | "skip" | "rename" | "resume" | "newer";
export type UploadState = "waiting" | "sending" | "offline" | "paused" | "done" | "skipped" | "failed" | "cancelled";

/** The same file gets the same answer: trying again is of no use. */
export const hopelessErrors: ReadonlySet<ErrorKey> = new Set([
  "file/name-invalid",
  "file/too-large",
  "share/extension",
  "share/too-large",
]);

export type UploadItem = {
  /** Its place in the queue's list. */
  readonly id: number;
  /** The folder that the upload went to; `folder` is it or lies below. */
  readonly base: VirtualPath;
  readonly folder: VirtualPath;
  readonly name: EntryName;
  /** What the panel shows: the path below the folder that the upload went to. */
  readonly label: string;
  readonly sizeBytes: number;
  conflict: UploadConflict;
  /** Given back when the item is over, so that thousands of finished files hold no handles. */
  file: File | null;
  state: UploadState;
  sentBytes: number;
  error: ErrorKey | null;
  /** How often the network was lost under it since something arrived. */
  losses: number;
  /** It was sent, and no answer came: the server may have stored it. */
  mayBeThere: boolean;
  /** It is being sent again, and how much the server has of it is not known yet. */
  isGoingOn: boolean;
  /** All of it is there, and the server puts its pieces together: how far it is, from 0 to 1. Null before. */
  finishing: number | null;
  /** Address of its resumable upload on the server, once there is one. */
  url: string | null;
  /** The server has the very bytes that were read here. */
  isVerified: boolean;
};
export type NewUpload = Pick<UploadItem, "base" | "folder" | "name" | "label" | "conflict"> & {
  file: File;
  /** Of an unfinished upload of this file. */
  url?: string;
};

export type UploadEvent =
  | { type: "add"; uploads: readonly NewUpload[] }
  | { type: "progress"; id: number; sentBytes: number }
  | { type: "finishing"; id: number; fraction: number }
  | { type: "url"; id: number; url: string | null }
  | { type: "done"; id: number; isVerified?: boolean }
  | { type: "skipped"; id: number }
  | { type: "failed"; id: number; error: ErrorKey }
  | { type: "lost"; id: number }
  | { type: "online" }
  | { type: "cancel"; id: number }
  /** Those that were cancelled while they were being sent, and are stored all the same. */
  | { type: "arrived"; ids: ReadonlySet<number> }
  | { type: "cancel-all" }
  | { type: "pause"; id: number }
  | { type: "pause-all" }
  | { type: "resume"; id: number }
  | { type: "resume-all" }
  /** Back into the line: its request was given up for another's sake. */
  | { type: "requeue"; id: number }
  /** Again, with another answer where the name was taken. */
  | { type: "retry"; id: number; conflict?: UploadConflict }
  | { type: "retry-all" };
