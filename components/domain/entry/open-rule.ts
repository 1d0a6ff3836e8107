import type { FileEntry } from "@/lib/contracts/file";
import type { ErrorKey } from "@/lib/shared/errors";
import { largeFileBytes, maxTextBytes } from "@/lib/shared/units";
import { kindOf, type EntryKind } from "./kinds";

/** The viewers of spec §4, and what is in an archive. */
export type OpenView = "archive" | "drawing" | "markdown" | "preview" | "text";
/** Asked for instead of the view of its type. */
export type OpenAs = "text" | undefined;
export type OpenDecision =
  | { act: "enter" }
  | { act: "view"; view: OpenView }
  /** Asked what to do with it; its text may be opened. */
  | { act: "unknown" }
  /** Over 20 MB: ask, then decide again with `ignoreSize`. `isCut`: only its beginning and end will be shown. */
  | { act: "ask-size"; view: OpenView; isCut: boolean }
  | { act: "refuse"; error: ErrorKey };

/** What opening an entry means (spec §4). An unknown type is said to be unknown before its size is asked about. */
export function openEntry(
  entry: FileEntry,
  { ignoreSize = false, as }: { ignoreSize?: boolean; as?: OpenAs } = {},
): OpenDecision {
  const kind = kindOf(entry);
  if (kind === "folder") return { act: "enter" };
  if (kind === "broken")
    return { act: "refuse", error: entry.link?.leadsTo === "outside" ? "file/link-outside" : "file/not-found" };
  if (kind === "special") return { act: "refuse", error: "file/special" };
  const own = as === "text" && hasText(kind) ? "text" : views[kind];
  if (own === null) return { act: "unknown" };
  const isHuge = entry.size > maxTextBytes && (own === "text" || hasText(kind));
  const view = isHuge ? "text" : own;
  // Of an archive only its list is read.
  const isLarge = entry.size > largeFileBytes && view !== "archive";
  return isLarge && !ignoreSize ? { act: "ask-size", view, isCut: isHuge } : { act: "view", view };
}

type FileKind = Exclude<EntryKind, "folder" | "broken" | "special">;

/** Whether what is shown in another way, or in none, may be text that can be edited as such. */
export function hasText(kind: EntryKind): boolean {
  return kind === "draw" || kind === "md" || kind === "unknown";
}

/** Null: nothing shows it, its menu tells what can be done. */
const views: Record<FileKind, OpenView | null> = {
  draw: "drawing",
  md: "markdown",
  video: "preview",
  audio: "preview",
  pdf: "preview",
  image: "preview",
  act: "text",
  text: "text",
  archive: "archive",
  unknown: null,
};
