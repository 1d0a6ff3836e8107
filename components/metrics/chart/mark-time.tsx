"use client";

import { nearestIndex, type Frame } from "@/components/metrics/view/frame";
import { useFormats } from "@/components/metrics/view/use-formats";
import { useStore } from "@/components/ui/use-store";
import { crosshair } from "./crosshair";
import styles from "./chart.module.css";

/** When it was where the mark is; empty without one. */
export function MarkTime({ frame }: { frame: Frame }) {
  const formats = useFormats();
  const at = useStore(crosshair);
  const index = at === null ? -1 : nearestIndex(frame.times, at);
  return <time className={styles["mark"]}>{index < 0 ? "" : formats.time(frame.times[index] ?? 0, frame.stepMs)}</time>;
}
