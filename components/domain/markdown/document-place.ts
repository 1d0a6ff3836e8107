"use client";

import { createContext, use } from "react";
import type { VirtualPath } from "@/lib/shared/paths";

export type Place = { folder: VirtualPath; version: number };

/** Where the document lies, for its links and pictures. */
export const DocumentPlace = createContext<Place | null>(null);

export function useDocumentPlace(): Place {
  const place = use(DocumentPlace);
  if (place === null) throw new Error("DocumentPlace is missing");
  return place;
}
