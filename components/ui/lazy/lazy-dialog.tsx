"use client";

import { Component, Suspense, type ComponentType, type ReactNode } from "react";
import { useKitTexts } from "@/components/ui/kit-texts";
import { showToast } from "@/components/ui/toast/toast-store";
import { isChunkError } from "./chunk-error";
import { lazyPart, type Load } from "./lazy-part";

/**
 * As lazyPart, for a dialog: one that did not come is said and closed, what is behind it stays as it was, and it is loaded anew when it is asked
 * for again.
 */
export function lazyDialog<P extends { onClose: () => void }>(load: Load<P>): ComponentType<P> {
  let Dialog = lazyPart(load);
  return function LazyDialog(props: P) {
    const { partMissing } = useKitTexts();
    const Current = Dialog;
    const giveUp = () => {
      // React remembers a failure for as long as the component lives.
      Dialog = lazyPart(load);
      showToast({ kind: "error", message: partMissing });
      props.onClose();
    };
    return (
      <MissingBoundary onMissing={giveUp}>
        <Suspense>
          <Current {...props} />
        </Suspense>
      </MissingBoundary>
    );
  };
}

type BoundaryProps = { onMissing: () => void; children: ReactNode };

class MissingBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (isChunkError(error)) this.props.onMissing();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!isChunkError(error)) throw error;
    return null;
  }
}
