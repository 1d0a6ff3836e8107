"use client";

import { createContext, use, type ReactNode } from "react";

/** The kit's own words, given by the layout in the user's language: the kit knows no translations. */
export type KitTexts = {
  cancel: string;
  close: string;
  confirm: string;
  retry: string;
  cannotBeEmpty: string;
  showPassword: string;
  copied: string;
  copy: string;
  loading: string;
  menu: string;
  sortBy: string;
  reverseOrder: string;
  defaultOrder: string;
  ascending: string;
  descending: string;
  requestId: string;
  partMissing: string;
  forbiddenTitle: string;
  forbiddenHint: string;
};

const Texts = createContext<KitTexts | null>(null);

export function KitTextsProvider({ texts, children }: { texts: KitTexts; children: ReactNode }) {
  return <Texts value={texts}>{children}</Texts>;
}

export function useKitTexts(): KitTexts {
  const texts = use(Texts);
  if (texts === null) throw new Error("KitTextsProvider is missing");
  return texts;
}
