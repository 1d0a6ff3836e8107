"use client";

import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { useEntrySource } from "@/components/domain/entry/entry-source";
import { CannotShow } from "@/components/domain/viewing/cannot-show";
import { PreviewFrame } from "@/components/domain/viewing/preview-frame";
import { useDownload } from "@/components/domain/viewing/use-download";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { useErrorText } from "@/components/layout/use-error-text";
import { NativePlayer } from "./native-player";
import { SessionMedia } from "./session-media";

/** A film or sound. */
export default function MediaViewer(props: ViewerProps) {
  const isOwn = useEntrySource() === null;
  return isOwn ? <SessionMedia key={props.path} {...props} /> : <SharedMedia key={props.path} {...props} />;
}

/** Of a share or an archive: what the browser plays as it is. */
function SharedMedia(props: ViewerProps) {
  const { path, entry } = props;
  const t = useTranslations("open.media");
  const errorText = useErrorText();
  const download = useDownload(path);
  const [trouble, setTrouble] = useState<{ error: Error | null } | null>(null);
  const onTrouble = useCallback((error: Error | null) => setTrouble({ error }), []);
  return (
    <PreviewFrame {...props}>
      {trouble === null ? (
        <NativePlayer path={path} entry={entry} onTrouble={onTrouble} />
      ) : (
        <CannotShow
          title={trouble.error === null ? t("unplayable") : errorText(trouble.error)}
          hint={trouble.error === null ? t("unplayableHint") : undefined}
          onDownload={download}
        />
      )}
    </PreviewFrame>
  );
}
