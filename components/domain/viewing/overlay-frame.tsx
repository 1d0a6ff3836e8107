"use client";

import type { ReactNode } from "react";
import { Overlay } from "./overlay";
import { useDownload } from "./use-download";
import { ViewerBar } from "./viewer-bar";
import type { ViewerProps } from "./viewer-props";
import styles from "./overlay.module.css";

type Props = Pick<ViewerProps, "path" | "entry" | "onClose"> & {
  children: (download: (() => void) | undefined) => ReactNode;
};

/** What is on the screen while a viewer loads, or when it cannot. */
export function OverlayFrame({ path, entry, onClose, children }: Props) {
  const download = useDownload(path);
  return (
    <Overlay label={entry.name} onClose={onClose}>
      <ViewerBar title={entry.name} onDownload={download} onClose={onClose} />
      <div className={styles["stage"]}>{children(download)}</div>
    </Overlay>
  );
}
