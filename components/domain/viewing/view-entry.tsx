"use client";

import type { ReactNode } from "react";
import { openEntry, type OpenAs, type OpenDecision } from "@/components/domain/entry/open-rule";
import { useViewer, type ViewerNeed } from "./viewer";
import type { ViewerProps } from "./viewer-props";

type Props = ViewerProps & {
  as?: OpenAs;
  /** What there is of the file. */
  given: readonly ViewerNeed[];
  /** Shown where no viewer can do with that. */
  renderFallback: (decision: OpenDecision) => ReactNode;
};

/** An entry in the viewer of its type, wherever it lies: in a folder, in a share, in an archive. */
export function ViewEntry({ as, given, renderFallback, ...props }: Props) {
  const decision = openEntry(props.entry, { ignoreSize: true, as });
  const viewer = useViewer(props.entry, decision.act === "view" ? decision.view : null, given);
  return viewer === null ? renderFallback(decision) : <viewer.Screen {...props} />;
}
