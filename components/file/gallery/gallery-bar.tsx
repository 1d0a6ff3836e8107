"use client";

import { IconCalendar, IconPhoto, IconPhotoPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { useStore } from "@/components/ui/use-store";
import { changeGallery, gallerySettings, heights } from "./gallery-settings";
import styles from "./gallery.module.css";

/** Above the pictures: how many there are, whether by date, and how large. */
export function GalleryBar({ photoCount, children }: { photoCount: number; children?: ReactNode }) {
  const t = useTranslations("picture");
  const { heightPx, isByDate } = useStore(gallerySettings);
  return (
    <div className={styles["bar"]}>
      <span className={styles["count"]}>{t("count", { count: photoCount })}</span>
      {children}
      <IconButton
        label={t("byDate")}
        icon={<IconCalendar size={17} stroke={1.7} />}
        aria-pressed={isByDate}
        className={styles["toggle"]}
        onClick={() => changeGallery({ isByDate: !isByDate })}
      />
      <label className={styles["slider"]}>
        <IconPhoto size={14} aria-hidden />
        <input
          type="range"
          min={heights.least}
          max={heights.most}
          step={heights.step}
          value={heightPx}
          aria-label={t("size")}
          onChange={({ currentTarget }) => changeGallery({ heightPx: currentTarget.valueAsNumber })}
        />
        <IconPhotoPlus size={19} aria-hidden />
      </label>
    </div>
  );
}
