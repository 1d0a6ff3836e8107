"use client";

import { useFeatures } from "./use-features";

/** What every feature keeps mounted on all pages. */
export function FeatureHosts() {
  return useFeatures().flatMap(({ id, hosts = [] }) => hosts.map((Host, index) => <Host key={`${id}/${index}`} />));
}
