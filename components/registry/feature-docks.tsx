"use client";

import { useFeatures } from "./use-features";

/** What features keep at the bottom of every page. */
export function FeatureDocks() {
  return useFeatures().flatMap(({ id, docks = [] }) => docks.map((Dock, index) => <Dock key={`${id}/${index}`} />));
}
