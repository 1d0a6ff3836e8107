"use client";

import { useTranslations } from "next-intl";
import { PageTitle } from "@/components/layout/page-title";
import type { VisitedShare } from "@/lib/contracts/share";
import { Facts } from "./visit-head";
import styles from "./visit.module.css";

/** A drop box: files go in, nothing of it is shown. */
export function VisitDrop({ share }: { link: string; share: VisitedShare }) {
  const t = useTranslations("visit");
  const title = t("drop.title", { title: share.title });
  return (
    <>
      <PageTitle title={share.title} />
      <h1 className={styles["title"]} dir="auto">
        {title}
      </h1>
      <Facts share={share} count={null} />
      {share.note === "" ? null : (
        <p className={styles["note"]} dir="auto">
          {share.note}
        </p>
      )}
    </>
  );
}
