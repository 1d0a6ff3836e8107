import type { FileEntry } from "@/lib/contracts/file";
import type { ErrorKey } from "@/lib/shared/errors";
import { largeFileBytes, maxTextBytes } from "@/lib/shared/units";
import { extensionOf, kindOf, type EntryKind } from "./kinds";

/** The viewers of spec §4, and what is in an archive. */
export type OpenView = "archive" | "drawing" | "hex" | "markdown" | "preview" | "table" | "text" | "tree";
/** The views that can be asked for instead of that of its type. */
export const openWays = ["text", "table", "tree", "hex"] as const;
export type OpenWay = (typeof openWays)[number];
export type OpenAs = OpenWay | undefined;
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
  const own = as !== undefined && canOpenAs(entry.name, kind, as) ? as : (tableView(entry.name) ?? views[kind]);
  if (own === null) return { act: "unknown" };
  if (readsInParts.has(own)) return { act: "view", view: own };
  const isHuge = entry.size > maxTextBytes && (own === "text" || hasText(kind));
  const view = isHuge ? "text" : own;
  const isLarge = entry.size > largeFileBytes;
  return isLarge && !ignoreSize ? { act: "ask-size", view, isCut: isHuge } : { act: "view", view };
}

type FileKind = Exclude<EntryKind, "folder" | "broken" | "special">;

/** Whether what is shown in another way, or in none, may be text that can be edited as such. */
export function hasText(kind: EntryKind): boolean {
  return kind === "draw" || kind === "md" || kind === "unknown";
}

/** Not asked about by their size: of an archive only the list is read, of others what is in sight, and the tree has a limit of its own. */
const readsInParts: ReadonlySet<OpenView> = new Set<OpenView>(["archive", "hex", "table", "tree"]);

const tables = new Set(["csv", "tsv"]);
const trees = new Set(
  "json json5 jsonc geojson webmanifest map yaml yml xml svg rss atom plist xsd xsl gpx kml".split(" "),
);

const tableView = (name: string): OpenView | null => (tables.has(extensionOf(name)) ? "table" : null);

/** Whether a file can be shown in a way that is not that of its type. */
export function canOpenAs(name: string, kind: EntryKind, way: OpenWay): boolean {
  if (kind === "folder" || kind === "broken" || kind === "special") return false;
  const ways: Record<OpenWay, boolean> = {
    text: hasText(kind) || tables.has(extensionOf(name)),
    table: tables.has(extensionOf(name)) || (kind === "text" && extensionOf(name) === "txt"),
    tree: trees.has(extensionOf(name)),
    hex: true,
  };
  return ways[way];
}

/** Null: nothing shows it, its menu tells what can be done. */
const views: Record<FileKind, OpenView | null> = {
  draw: "drawing",
  md: "markdown",
  video: "preview",
  audio: "preview",
  pdf: "preview",
  image: "preview",
  document: "preview",
  act: "text",
  text: "text",
  archive: "archive",
  unknown: null,
};
