"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo, useReducer, useState } from "react";
import { CannotShow } from "@/components/domain/viewing/cannot-show";
import { OverlayFrame } from "@/components/domain/viewing/overlay-frame";
import { useInlineUrl } from "@/components/domain/viewing/use-inline-url";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { useErrorText } from "@/components/layout/use-error-text";
import { LoadingState } from "@/components/ui/state/loading-state";
import { EmptyState } from "@/components/ui/state/empty-state";
import { HexBytes, rangesOf } from "./hex-bytes";
import { HexTools } from "./hex-tools";
import { HexView } from "./hex-view";
import styles from "./hex.module.css";

/** Any file byte by byte; read where somebody looks, whatever its size. */
export default function HexViewer({ path, entry, onClose }: ViewerProps) {
  const t = useTranslations("hex");
  const errorText = useErrorText();
  const { url, error } = useInlineUrl(path, entry.mtime);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [offset, setOffset] = useState(0);
  const [length, setLength] = useState(1);
  const read = useMemo(() => (url === undefined ? null : rangesOf(url)), [url]);
  const bytes = useMemo(() => (read === null ? null : new HexBytes(read, redraw)), [read]);
  useEffect(() => () => bytes?.close(), [bytes]);
  const goTo = (place: number, marked = 1) => {
    setOffset(Math.min(Math.max(0, entry.size - 1), Math.max(0, place)));
    setLength(marked);
  };

  return (
    <OverlayFrame path={path} entry={entry} onClose={onClose}>
      {(download) =>
        error !== null || bytes?.hasFailed === true ? (
          <CannotShow title={error === null ? t("failed") : errorText(error)} onDownload={download} />
        ) : bytes === null || read === null ? (
          <LoadingState rows={12} />
        ) : entry.size === 0 ? (
          <EmptyState title={t("empty")} />
        ) : (
          <div className={styles["stage"]}>
            <HexTools read={read} sizeBytes={entry.size} offset={offset} byte={bytes.at(offset)} onGo={goTo} />
            <HexView
              label={entry.name}
              bytes={bytes}
              sizeBytes={entry.size}
              offset={offset}
              markedLength={length}
              onOffset={goTo}
            />
          </div>
        )
      }
    </OverlayFrame>
  );
}
