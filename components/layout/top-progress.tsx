"use client";

import { useIsFetching, useIsMutating } from "@tanstack/react-query";
import { ProgressBar } from "@/components/ui/progress-bar";
import { useStore } from "@/components/ui/use-store";
import { createStore } from "@/lib/shared/store";

const running = createStore(0);

/** Shows the line at the top until the returned function is called; queries and mutations show it by themselves. */
export function startProgress(): () => void {
  let isOver = false;
  running.set((count) => count + 1);
  return () => {
    if (isOver) return;
    isOver = true;
    running.set((count) => count - 1);
  };
}

export function TopProgress() {
  const count = useStore(running) + useIsFetching() + useIsMutating();
  return <ProgressBar isActive={count > 0} />;
}
