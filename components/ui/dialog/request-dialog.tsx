"use client";

import type { ComponentType } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { useStore } from "@/components/ui/use-store";
import type { Store } from "@/lib/shared/store";

type Props<R> = { request: R; onClose: () => void };

/**
 * What shows a dialog whenever there is a request for it in a store, and loads it then. With `keyOf` another request begins with a
 * fresh dialog.
 */
export function requestDialog<R>(
  requests: Store<R | null>,
  load: () => Promise<{ default: ComponentType<Props<R>> }>,
  keyOf?: (request: R) => string,
): ComponentType {
  const Dialog = lazyDialog(load);
  return function RequestDialog() {
    const request = useStore(requests);
    if (request === null) return null;
    return <Dialog key={keyOf?.(request)} request={request} onClose={() => requests.set(null)} />;
  };
}
