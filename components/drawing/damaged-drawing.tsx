"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { goToFolder } from "@/components/domain/folder/go-to";
import { CannotShow } from "@/components/domain/viewing/cannot-show";
import { OverlayFrame } from "@/components/domain/viewing/overlay-frame";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import type { EntryName } from "@/lib/shared/paths";

/** The file is not a drawing, or only a part of one: what can still be done with it. */
export function DamagedDrawing(props: ViewerProps) {
  const { folder, entry } = props;
  const t = useTranslations("drawing");
  const tFile = useTranslations("file");
  return (
    <OverlayFrame {...props}>
      {(download) => (
        <CannotShow title={t("damaged")} hint={t("damagedHint")} onDownload={download}>
          <Button
            variant="default"
            onClick={() => goToFolder(folder, { open: entry.name as EntryName, as: "text", replace: true })} // a listed name
          >
            {tFile("action.openAsText")}
          </Button>
        </CannotShow>
      )}
    </OverlayFrame>
  );
}
