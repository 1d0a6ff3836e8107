"use client";

import { useTranslations } from "next-intl";
import { TaskMeter } from "@/components/domain/task/task-meter";
import styles from "@/components/domain/transfer/panel.module.css";
import { useFormatSize } from "@/components/layout/use-format-size";
import { nameOf, parseVirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import type { MovingUpload } from "./moving-uploads";

/** An upload that may be another tab's, or another user's, who is named unless the row is one's own. */
export function MovingUploadRow({ moving }: { moving: MovingUpload }) {
  const t = useTranslations("upload");
  const tTask = useTranslations("task");
  const formatSize = useFormatSize();
  const { upload, fraction, bytesPerSecond } = moving;
  const { name, folder, bytes, size, state, username, is_own: isOwn } = upload;
  const parsed = parseVirtualPath(folder);
  const facts = [
    ...(state === "paused" ? [t("elsewhere.paused")] : []),
    ...(state === "failed" ? [t("state.failed")] : []),
    ...(fraction === null ? [] : [tTask("percent", { fraction: Math.floor(fraction * 100) / 100 })]),
    size === null ? formatSize(bytes) : t("sent", { sent: formatSize(bytes), size: formatSize(size) }),
    ...(bytesPerSecond < 1 ? [] : [tTask("speed", { speed: formatSize(bytesPerSecond) })]),
  ].join(" · ");
  const place = shownName(parsed === null ? folder : nameOf(parsed));
  return (
    <li className={styles["item"]}>
      <div className={styles["line"]}>
        <span className={styles["name"]} dir="auto" title={shownName(`${folder}/${name}`)}>
          {shownName(name)}
        </span>
      </div>
      <div className={styles["facts"]} data-state={state}>
        <bdi>{facts}</bdi>
      </div>
      <div className={styles["facts"]}>
        <bdi>{t("elsewhere.to", { folder: place })}</bdi>
        {isOwn || username === null ? null : <bdi>{` · ${tTask("of", { owner: username })}`}</bdi>}
      </div>
      {fraction === null && state !== "active" ? null : <TaskMeter title={name} fraction={fraction} />}
    </li>
  );
}
