"use client";

import { useEffect, useState } from "react";
import { api } from "@/lib/client/call";
import { noteActivity, readActivity } from "@/lib/client/activity";

const minuteMs = 60_000;
const tickMs = 1_000;
/** The server hears of what is done no later than this, and asks no more of the browser. */
const tellMs = 15_000;
const warnMs = minuteMs;
const events = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

/**
 * Tells the server while the user does something in any tab, where doing nothing ends the session (`idleMinutes`; null: it does not). Whole seconds until
 * that, once it is less than a minute; null before.
 */
export function useIdleWatch(idleMinutes: number | null): number | null {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  useEffect(() => {
    if (idleMinutes === null) return undefined;
    noteActivity();
    // What was done up to the first the server knows of; the last question is as old as the second, answered or not.
    let toldMs = Date.now();
    let askedMs = toldMs;
    const tick = () => {
      const nowMs = Date.now();
      const activeMs = readActivity();
      const leftMs = activeMs + idleMinutes * minuteMs - nowMs;
      setSecondsLeft(leftMs > warnMs ? null : Math.max(0, Math.ceil(leftMs / 1000)));
      if (nowMs - askedMs < tellMs || (leftMs > 0 && activeMs <= toldMs)) return;
      askedMs = nowMs;
      // Over: the answer says so, and leads to the sign-in. What fails otherwise is tried again.
      if (leftMs <= 0) void api.user.getUserInfo({}).catch(() => {});
      else
        void api.user.noteActive({}).then(
          () => (toldMs = Math.max(toldMs, activeMs)),
          () => {},
        );
    };
    for (const event of events) window.addEventListener(event, noteActivity, { capture: true, passive: true });
    const timer = setInterval(tick, tickMs);
    return () => {
      for (const event of events) window.removeEventListener(event, noteActivity, { capture: true });
      clearInterval(timer);
      setSecondsLeft(null);
    };
  }, [idleMinutes]);
  return secondsLeft;
}
