"use client";

import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { NativePlayer } from "@/components/domain/media/native-player";
import { CannotShow } from "@/components/domain/viewing/cannot-show";
import { PreviewFrame } from "@/components/domain/viewing/preview-frame";
import { useDownload } from "@/components/domain/viewing/use-download";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { useErrorText } from "@/components/layout/use-error-text";

/** A film or sound of a share or an archive, as far as the browser plays it as it is. */
export default function MediaViewer(props: ViewerProps) {
  return <SharedMedia key={props.path} {...props} />;
}

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
