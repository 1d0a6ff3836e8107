"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { CannotShow } from "@/components/domain/viewing/cannot-show";
import { OverlayFrame } from "@/components/domain/viewing/overlay-frame";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { useErrorText } from "@/components/layout/use-error-text";
import { useMe } from "@/components/layout/use-me";
import { LoadingState } from "@/components/ui/state/loading-state";
import type { TextFile } from "@/lib/contracts/text-file";
import { isAppError } from "@/lib/shared/errors";
import { createDraftStore, type DraftStore } from "./draft-store";
import { readText } from "./read-text";

export type OpenedFile = { file: TextFile; drafts: DraftStore; userId: string };
type Props = ViewerProps & {
  /** Whether of what is too large the beginning and the end are of use. */
  ends?: boolean;
  children: (opened: OpenedFile) => ReactNode;
};

/** Reads a file for its editor; until then, or when that fails, what there is to say. */
export function FileScreen({ ends = false, children, ...props }: Props) {
  const { path } = props;
  const t = useTranslations("editor");
  const errorText = useErrorText();
  const me = useMe();
  const [openedAtMs] = useState(() => Date.now());
  const file = useQuery({
    // Read anew each time it is opened; afterwards the editor itself follows the disk.
    queryKey: ["file", "text", path, openedAtMs],
    queryFn: ({ signal }) => readText(path, { ends, signal }),
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
    refetchOnWindowFocus: false,
  });

  if (file.data !== undefined && me.data !== undefined)
    return children({ file: file.data, drafts: createDraftStore(localStorage, me.data.id), userId: me.data.id });
  const error = file.error ?? me.error;
  const isNotText = isAppError(error) && error.key === "file/not-text";
  return (
    <OverlayFrame {...props}>
      {(download) =>
        error === null ? (
          <LoadingState rows={14} />
        ) : (
          <CannotShow
            title={errorText(error)}
            hint={isNotText ? t("notTextHint") : undefined}
            {...(isNotText ? {} : { onRetry: () => void file.refetch() })}
            onDownload={download}
          />
        )
      }
    </OverlayFrame>
  );
}
