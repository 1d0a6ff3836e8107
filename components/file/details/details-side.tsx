"use client";

import { Suspense } from "react";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import type { DetailsProps } from "./details-pane";
import { usePaneOpen } from "./pane-open";

const DetailsPane = lazyPart(() => import("./details-pane"));

/** The pane, where there is room for it and it is wanted. */
export default function DetailsSide(props: DetailsProps) {
  return usePaneOpen() === true ? (
    <Suspense>
      <DetailsPane {...props} />
    </Suspense>
  ) : null;
}
