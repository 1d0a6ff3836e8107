"use client";

import { createContext, use } from "react";
import type { VirtualPath } from "@/lib/shared/paths";
import type { PreviewSize } from "@/lib/shared/preview-sizes";

/** Where the viewers get their files when it is not from the session's own places: from a share. */
export type EntrySource = {
  inlineUrl: (path: VirtualPath, version: number) => string;
  /** Of a small picture, which the server makes; null where there is none. */
  thumbnailUrl: (path: VirtualPath, wanted: { size: PreviewSize; version: number }) => string | null;
  /** Null where nothing may be taken along. */
  downloadUrl: (path: VirtualPath) => string | null;
  /** The page, without the base path, where a link of a document opens an entry; left out where there is none. */
  pageOf?: (path: VirtualPath, isFile: boolean) => string;
};

export const EntrySourceContext = createContext<EntrySource | null>(null);

/** Null: the files of the session. */
export function useEntrySource(): EntrySource | null {
  return use(EntrySourceContext);
}
