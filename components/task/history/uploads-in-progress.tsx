"use client";

import { useTranslations } from "next-intl";
import { MovingUploadRow } from "@/components/domain/upload/moving-upload-row";
import { movingUploads } from "@/components/domain/upload/moving-uploads";
import { useCachedMe } from "@/components/layout/use-me";
import { Banner } from "@/components/ui/banner";
import { useStore } from "@/components/ui/use-store";
import styles from "./task-history.module.css";

/** For administrators: what everybody is uploading. */
export function UploadsInProgress() {
  const t = useTranslations("upload.elsewhere");
  const tLayout = useTranslations("layout");
  const { all: uploads, left } = useStore(movingUploads);
  const isRoot = useCachedMe()?.is_root === true;
  if (!isRoot || uploads.length === 0) return null;
  return (
    <section className={styles["uploads"]} aria-label={t("inProgress")}>
      <h2>{t("inProgress")}</h2>
      <ul className={styles["list"]}>
        {uploads.map((moving) => (
          <MovingUploadRow key={moving.upload.id} moving={moving} />
        ))}
      </ul>
      {left === 0 ? null : <Banner kind="info">{tLayout("moreRows", { count: left })}</Banner>}
    </section>
  );
}
