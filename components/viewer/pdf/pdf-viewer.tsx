"use client";

/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
import { CannotShow } from "@/components/domain/viewing/cannot-show";
import { PreviewFrame } from "@/components/domain/viewing/preview-frame";
import { useDownload } from "@/components/domain/viewing/use-download";
import { useInlineUrl } from "@/components/domain/viewing/use-inline-url";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { useErrorText } from "@/components/layout/use-error-text";
import { openPrompt } from "@/components/ui/dialog/dialog-store";
import { LoadingState } from "@/components/ui/state/loading-state";
import { shownName } from "@/lib/shared/shown-name";
import { openPdf, type PdfControl, type PdfEvent } from "./open-pdf";
import { closedPdf, reducePdf } from "./pdf-state";
import { PdfTools } from "./pdf-tools";
import "./pdf-pages.css";
import styles from "./pdf-viewer.module.css";

/** A PDF document by pdf.js: pages as they come into view, text that can be selected and searched. */
export default function PdfViewer(props: ViewerProps) {
  const { path, entry, onClose } = props;
  const t = useTranslations("pdf");
  const errorText = useErrorText();
  const download = useDownload(path);
  const { url, error } = useInlineUrl(path, entry.mtime);
  const container = useRef<HTMLDivElement>(null);
  const [state, dispatch] = useReducer(reducePdf, closedPdf);
  const [control, setControl] = useState<PdfControl | null>(null);
  const [isFinding, setFinding] = useState(false);

  const emit = useEffectEvent((event: PdfEvent) => dispatch(event));
  const askPassword = useEffectEvent(async (isWrong: boolean) => {
    const password = await openPrompt({
      title: isWrong ? t("passwordWrong") : t("passwordTitle"),
      label: t("password"),
      type: "password",
    });
    if (password === null) onClose();
    return password;
  });

  useEffect(() => {
    const node = container.current;
    if (node === null || url === undefined) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    // React's development mode runs this twice, and the pages' element can have one owner only.
    const timer = setTimeout(() => {
      openPdf({
        url,
        container: node,
        signal,
        emit: (event) => {
          if (!signal.aborted) emit(event);
        },
        askPassword: (isWrong) => askPassword(isWrong),
      }).then(
        (opened) => signal.aborted || setControl(opened),
        (failure: unknown) => signal.aborted || emit({ type: "failed", error: failure }),
      );
    });
    return () => {
      clearTimeout(timer);
      stop.abort();
      setControl(null);
      node.firstElementChild?.replaceChildren();
    };
  }, [url]);

  const onKey = (event: KeyboardEvent): boolean => {
    const isCommand = event.ctrlKey || event.metaKey;
    const { key } = event;
    const node = container.current;
    if (isCommand && key.toLowerCase() === "f") setFinding(true);
    else if (isCommand || event.altKey) return true;
    else if (key === "+" || key === "=") control?.zoom(1);
    else if (key === "-") control?.zoom(-1);
    else if (key === "0") control?.fit();
    // A page that is wider than the window is moved by the arrows.
    else return key.startsWith("Arrow") && node !== null && node.scrollWidth > node.clientWidth + 1;
    event.preventDefault();
    return true;
  };

  const failure = error ?? (state.at === "failed" ? state.error : null);
  if (failure !== null)
    return (
      <PreviewFrame {...props}>
        <CannotShow
          title={error === null ? t("failed") : errorText(error)}
          hint={error === null ? t("failedHint") : undefined}
          onDownload={download}
        />
      </PreviewFrame>
    );
  return (
    <PreviewFrame {...props} canSwipe={false} onKey={onKey}>
      <div className={styles["frame"]}>
        <PdfTools state={state} control={control} isFinding={isFinding} onFinding={setFinding} />
        <div className={styles["pages"]}>
          {state.at === "loading" ? <LoadingState rows={14} /> : null}
          <div
            ref={container}
            className={styles["container"]}
            tabIndex={0}
            data-autofocus
            aria-label={shownName(entry.name)}
          >
            <div className="pdfViewer" />
          </div>
        </div>
      </div>
    </PreviewFrame>
  );
}
