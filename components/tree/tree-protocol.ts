import type { RowsPage } from "@/components/domain/viewing/remote-rows";
import type { TreeRow } from "./tree-model";

/** What the page says to the thread that has the tree. */
export type ToTree =
  | { type: "open"; url: string; name: string }
  | { type: "rows"; version: number; from: number; count: number }
  | { type: "toggle"; index: number; isOpen: boolean }
  | { type: "all"; isOpen: boolean }
  | { type: "find"; text: string }
  | { type: "reveal"; hit: number }
  | { type: "goToParent"; index: number }
  | { type: "copy"; what: "path" | "value"; index: number };

export type TreeFailure =
  | { why: "network"; status: number }
  | { why: "tooLarge" }
  | { why: "syntax"; message: string; line: number | null; column: number | null };

export type FromTree =
  | { type: "state"; version: number; count: number }
  | ({ type: "rows" } & RowsPage<TreeRow>)
  | { type: "found"; text: string; count: number }
  | { type: "go"; index: number }
  | { type: "copied"; text: string }
  | { type: "failed"; failure: TreeFailure };
