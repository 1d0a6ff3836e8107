"use client";

import { IconLayoutList, IconPhoto } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { hasThumbnail, kindOf } from "@/components/domain/entry/kinds";
import { isFolder } from "@/components/domain/entry/sort-rows";
import { IconRadios } from "@/components/ui/icon-radios";
import { useStore } from "@/components/ui/use-store";
import type { FileEntry } from "@/lib/contracts/file";
import { createStore } from "@/lib/shared/store";
import { VisitGallery } from "./visit-gallery";
import { VisitList, type VisitRows } from "./visit-list";
import styles from "./visit.module.css";

/** What the visitor chose, for all folders of the visit; before that, photos come as pictures and all else as a list. */
const chosenLayout = createStore<"list" | "gallery" | null>(null);

/** Albums and office files have small pictures as well, and are read as a list. */
const isLookedAt = (entry: FileEntry) => hasThumbnail(entry) && !["audio", "document"].includes(kindOf(entry));

/** The entries as a list or, where there are pictures to show, as those. */
export function VisitRowsView({ hasPictures, ...shown }: VisitRows & { hasPictures: boolean }) {
  const t = useTranslations("file.view");
  const chosen = useStore(chosenLayout);
  const files = shown.rows.filter((entry) => !isFolder(entry));
  const pictures = hasPictures ? files.filter(isLookedAt).length : 0;
  if (pictures === 0) return <VisitList {...shown} />;
  const layout = chosen ?? (pictures > 1 && pictures * 2 >= files.length ? "gallery" : "list");
  return (
    <>
      <div className={styles["layouts"]}>
        <IconRadios
          label={t("label")}
          options={[
            { id: "list", label: t("list"), Icon: IconLayoutList },
            { id: "gallery", label: t("gallery"), Icon: IconPhoto },
          ]}
          chosen={layout}
          onChoose={chosenLayout.set}
        />
      </div>
      {layout === "list" ? <VisitList {...shown} /> : <VisitGallery {...shown} />}
    </>
  );
}
