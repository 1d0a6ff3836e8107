"use client";

import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Suspense, useState, type DragEvent } from "react";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { pickFiles } from "@/components/domain/transfer/pick-files";
import { entriesOf } from "@/components/domain/upload/dropped-entries";
import { uploadStore } from "@/components/domain/upload/upload-store";
import { useWords } from "@/components/domain/entry/words";
import { PageTitle } from "@/components/layout/page-title";
import { useFormatSize } from "@/components/layout/use-format-size";
import { useStore } from "@/components/ui/use-store";
import { isUploading } from "@/lib/client/upload/upload-queue";
import type { VisitedShare } from "@/lib/contracts/share";
import { shownName } from "@/lib/shared/shown-name";
import { Facts } from "./visit-head";
import { useVisitAfterUploads } from "./use-visit";
import { arrivedCount, uploadIntoBox } from "./visit-uploads";
import styles from "./visit.module.css";

const UploadPanel = lazyPart(() => import("@/components/domain/upload/upload-panel"));

/** A drop box: files go in, nothing of it is shown. */
export function VisitDrop({ link, share }: { link: string; share: VisitedShare }) {
  const t = useTranslations("visit");
  const words = useWords();
  const { queue } = useStore(uploadStore);
  const arrived = useStore(arrivedCount);
  const [isOver, setOver] = useState(false);
  const hasUploads = queue.items.length > 0;
  useVisitAfterUploads(link, { any: hasUploads, busy: isUploading(queue) });
  const isFull = share.files_left === 0 || share.bytes_left === 0;

  const choose = async () => {
    const chosen = await pickFiles({ folders: false });
    if (chosen !== null) await uploadIntoBox(link, { chosen }, words);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void uploadIntoBox(link, { dropped: entriesOf(event.dataTransfer) }, words); // shows its own failures
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };

  return (
    <>
      <PageTitle title={share.title} />
      <div className={styles["head"]}>
        <div className={styles["about"]}>
          <h1 className={styles["title"]}>
            <bdi>{t("drop.title", { title: shownName(share.title) })}</bdi>
          </h1>
          <Facts share={share} count={null} />
        </div>
      </div>
      {share.note === "" ? null : (
        <p className={styles["note"]}>
          <bdi>{share.note}</bdi>
        </p>
      )}
      {/* The whole area takes a drop; who has no pointer has the button in it. */}
      <div
        className={styles["zone"]}
        data-over={isOver || undefined}
        onDragOver={onDragOver}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <IconUpload size={40} stroke={1.2} aria-hidden />
        <p className={styles["dim"]}>{t("drop.here")}</p>
        <Button size="md" disabled={isFull} onClick={() => void choose()}>
          {t("drop.choose")}
        </Button>
        <DropLimits share={share} />
      </div>
      <output className={styles["arrived"]}>{arrived === 0 ? "" : t("drop.arrived", { count: arrived })}</output>
      {hasUploads ? (
        <div className={styles["uploads"]}>
          <Suspense>
            <UploadPanel stays />
          </Suspense>
        </div>
      ) : null}
    </>
  );
}

function DropLimits({ share }: { share: VisitedShare }) {
  const t = useTranslations("visit.drop");
  const formatSize = useFormatSize();
  const { limits, files_left: filesLeft, bytes_left: bytesLeft } = share;
  const limitsInWords = [
    filesLeft === null ? null : t("filesLeft", { count: filesLeft }),
    bytesLeft === null ? null : t("bytesLeft", { size: formatSize(bytesLeft) }),
    limits.extensions.length === 0 ? null : t("only", { extensions: limits.extensions.join(", ") }),
  ].filter((text) => text !== null);
  return (
    <p className={styles["dim"]}>
      {[...limitsInWords, t("private")].map((text) => (
        <span key={text} className={styles["line"]}>
          {text}
        </span>
      ))}
    </p>
  );
}
