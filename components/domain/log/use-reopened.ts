"use client";

import { useEffect, useEffectEvent } from "react";
import { recoveries } from "@/lib/client/connection";

type Options = {
  isOn: boolean;
  /** Of what is followed: another is opened anew. */
  key: string;
  /** That of the latest rendering: it may begin behind the last line that is known by then. */
  open: (key: string) => { close: () => void };
};

/** Opens a channel once, and again after the connection was lost; closes it when it is no longer wanted. */
export function useReopened({ isOn, key, open }: Options): void {
  const openNow = useEffectEvent(open);
  useEffect(() => {
    if (!isOn) return undefined;
    let channel = openNow(key);
    const unsubscribe = recoveries.subscribe(() => {
      channel.close();
      channel = openNow(key);
    });
    return () => {
      unsubscribe();
      channel.close();
    };
  }, [isOn, key]);
}
