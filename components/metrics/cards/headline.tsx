"use client";

import type { ReactNode } from "react";
import { useStore } from "@/components/ui/use-store";
import { crosshair } from "@/components/metrics/chart/crosshair";
import { nearestIndex, type Frame } from "@/components/metrics/view/frame";
import { useFormats } from "@/components/metrics/view/use-formats";
import styles from "./cards.module.css";

type Props = {
  /** In large figures. */
  value: string;
  /** A second one beside it. */
  second?: string;
  children?: ReactNode;
  /** Whose mark it tells the time of. */
  frame?: Frame;
};

/** What a card says at a glance. */
export function Headline({ value, second, children, frame }: Props) {
  return (
    <div className={styles["headline"]}>
      <output className={styles["figure"]} aria-live="off">
        {value}
        {second === undefined ? null : <span className={styles["second"]}>{second}</span>}
      </output>
      <span className={styles["aside"]}>{children}</span>
      {frame === undefined ? null : <MarkTime frame={frame} />}
    </div>
  );
}

function MarkTime({ frame }: { frame: Frame }) {
  const formats = useFormats();
  const at = useStore(crosshair);
  const index = at === null ? -1 : nearestIndex(frame.times, at);
  return <time className={styles["mark"]}>{index < 0 ? "" : formats.time(frame.times[index] ?? 0, frame.stepMs)}</time>;
}
