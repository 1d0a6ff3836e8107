"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { CannotShow } from "@/components/domain/viewing/cannot-show";
import { PreviewFrame } from "@/components/domain/viewing/preview-frame";
import { useDownload } from "@/components/domain/viewing/use-download";
import { useInlineUrl } from "@/components/domain/viewing/use-inline-url";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { useErrorText } from "@/components/layout/use-error-text";
import { LoadingState } from "@/components/ui/state/loading-state";
import { formatSize } from "@/lib/shared/units";
import { DocumentFrame } from "./document-frame";
import { frameOf, type FrameKind } from "./frame-of";
import { readBytes } from "./read-bytes";

/** A document of another program: the page fetches its bytes, a frame without an origin shows them. */
export default function DocumentViewer(props: ViewerProps) {
  const kind = frameOf(props.entry.name);
  return (
    <PreviewFrame {...props} isDark={false} canSwipe={false}>
      {kind === null ? <NoProgram {...props} /> : <Content {...props} kind={kind} />}
    </PreviewFrame>
  );
}

function NoProgram({ path }: ViewerProps) {
  const t = useTranslations("documents");
  return <CannotShow title={t("noProgram")} hint={t("noProgramHint")} onDownload={useDownload(path)} />;
}

function Content({ path, entry, kind, onClose }: ViewerProps & { kind: FrameKind }) {
  const t = useTranslations("documents");
  const locale = useLocale();
  const errorText = useErrorText();
  const download = useDownload(path);
  const isTooLarge = entry.size > kind.maxBytes;
  const { url, error } = useInlineUrl(isTooLarge ? null : path, entry.mtime);
  const [failure, setFailure] = useState<string | null>(null);
  const bytes = useQuery({
    queryKey: ["documents", "bytes", url],
    queryFn: ({ signal }) => readBytes(url ?? "", kind.maxBytes, signal),
    enabled: url !== undefined,
    retry: false,
    // Handed over to the frame, not kept.
    gcTime: 0,
    staleTime: Infinity,
  });
  if (isTooLarge)
    return (
      <CannotShow
        title={t("failed.tooLarge")}
        hint={t("limit", { size: formatSize(kind.maxBytes, locale, "short") })}
        onDownload={download}
      />
    );
  if (failure !== null) return <CannotShow title={failure} onDownload={download} />;
  const problem = error ?? bytes.error;
  if (problem !== null) return <CannotShow title={errorText(problem)} onDownload={download} />;
  if (bytes.data === undefined) return <LoadingState rows={14} />;
  return (
    <DocumentFrame
      frame={kind.frame}
      name={entry.name}
      bytes={bytes.data}
      onClose={onClose}
      onFail={(reason) => setFailure(t(`failed.${reason}`))}
    />
  );
}
