"use client";

import { useEffect, useState } from "react";
import { keepChannel } from "@/lib/client/channel";
import { heard, type LiveBuffer } from "./live-buffer";

/** So long without a reading means that something is wrong: there is one each second. */
const staleMs = 5_000;

type Live = { buffer: LiveBuffer | null; heardAtMs: number };

/** The machine's figures, each second while the page can be seen. `isStale`: they come no more. */
export function useLive(): { buffer: LiveBuffer | null; isStale: boolean } {
  const [{ buffer, heardAtMs }, setLive] = useState<Live>({ buffer: null, heardAtMs: 0 });
  const [isStale, setStale] = useState(false);

  useEffect(() => {
    let close: (() => void) | null = null;
    const follow = () => {
      if (document.hidden) {
        close?.();
        close = null;
        return;
      }
      close ??= keepChannel(
        "metrics/follow",
        {},
        (message) => {
          setStale(false);
          setLive((before) => ({ buffer: heard(before.buffer, message), heardAtMs: Date.now() }));
        },
        () => setStale(true),
      );
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      close?.();
    };
  }, []);

  useEffect(() => {
    if (heardAtMs === 0) return undefined;
    const timer = setTimeout(() => setStale(!document.hidden), staleMs);
    return () => clearTimeout(timer);
  }, [heardAtMs]);

  return { buffer, isStale };
}
