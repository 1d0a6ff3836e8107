"use client";

import { Button } from "@mantine/core";
import { IconTrash, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { pickFiles } from "@/components/domain/transfer/pick-files";
import { useWords } from "@/components/domain/entry/words";
import { IconButton } from "@/components/ui/icon-button";
import { showToast } from "@/components/ui/toast/toast-store";
import { useStore } from "@/components/ui/use-store";
import { useCachedMe } from "@/components/layout/use-me";
import { useSavePreferences } from "@/components/layout/use-save-preferences";
import { useFormatSize } from "@/components/layout/use-format-size";
import { nameOf, parseVirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import { continueUpload } from "./continue-upload";
import { discardUnfinished } from "@/components/domain/upload/unfinished";
import { forgetInterrupted, interruptedStore } from "@/components/domain/upload/interrupted-store";
import { forgetUnfinished, unfinishedStore, type UnfinishedUpload } from "@/components/domain/upload/unfinished-store";
import { movingUploads } from "@/components/domain/upload/moving-uploads";
import { InterruptedRow } from "./interrupted-row";
import styles from "@/components/domain/transfer/panel.module.css";

const none: readonly string[] = [];
/** As many as are kept of a user. */
const most = 200;

/** Uploads that a reload, another browser or a lost network left behind. A browser keeps no files: they are chosen again. */
export default function UnfinishedPanel() {
  const t = useTranslations("upload.unfinished");
  const { sentIds } = useStore(movingUploads);
  const uploads = useStore(unfinishedStore).filter(({ id }) => !sentIds.has(id));
  const folders = useStore(interruptedStore);
  const kept = useCachedMe()?.putOffUploads ?? none;
  const { mutate } = useSavePreferences();
  const count = uploads.length + folders.length;
  /** For good, on every device: the same file goes on by itself when it is uploaded again. */
  const putOff = () => {
    if (uploads.length > 0) {
      const ids = uploads.map(({ id }) => id);
      mutate({ putOffUploads: [...kept.filter((id) => !ids.includes(id)), ...ids].slice(-most) });
    }
    unfinishedStore.set([]);
    forgetInterrupted(new Set(folders.map(({ id }) => id)));
  };
  return (
    <section className={styles["panel"]} aria-label={t("title", { count })}>
      <h2 className={styles["head"]} data-over>
        <span className={`${styles["title"]} ${styles["words"]}`}>
          {t("title", { count })}
          <small>{t(folders.length > 0 ? "hintFolders" : "hint")}</small>
        </span>
        <IconButton className={styles["small"]} label={t("later")} icon={<IconX size={16} />} onClick={putOff} />
      </h2>
      <ul className={styles["list"]}>
        {folders.map((folder) => (
          <InterruptedRow key={folder.id} folder={folder} />
        ))}
        {uploads.map((upload) => (
          <UnfinishedRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  );
}

function UnfinishedRow({ upload }: { upload: UnfinishedUpload }) {
  const t = useTranslations("upload.unfinished");
  const words = useWords();
  const formatSize = useFormatSize();
  const { name, folder, offset, size } = upload;
  const goOn = async () => {
    const [file] = (await pickFiles({ folders: false })) ?? [];
    if (file !== undefined && !(await continueUpload(upload, file, words)))
      showToast({ kind: "warning", message: t("other", { name }) });
  };
  const discard = async () => {
    try {
      await discardUnfinished(upload);
      forgetUnfinished(upload.id);
    } catch (error) {
      showToast({ kind: "error", message: words.errorText(error) });
    }
  };
  const parsed = parseVirtualPath(folder);
  const percent = size === null || size === 0 ? 0 : Math.floor((offset / size) * 100);
  return (
    <li className={styles["item"]}>
      <div className={styles["line"]}>
        <span className={styles["name"]} dir="auto" title={shownName(`${folder}/${name}`)}>
          {shownName(name)}
        </span>
        <Button size="compact-sm" variant="default" onClick={() => void goOn()} aria-label={t("chooseNamed", { name })}>
          {t("choose")}
        </Button>
        <IconButton
          className={styles["small"]}
          label={t("discard", { name })}
          icon={<IconTrash size={15} />}
          onClick={() => void discard()}
        />
      </div>
      <div className={styles["facts"]}>
        <bdi>
          {t("facts", {
            sent: formatSize(offset),
            size: formatSize(size ?? 0),
            folder: parsed === null ? folder : nameOf(parsed),
          })}
        </bdi>
      </div>
      <div className={styles["meter"]} style={{ marginBlockStart: 3 }} aria-hidden>
        <div className={styles["fill"]} style={{ inlineSize: `${percent}%` }} />
      </div>
    </li>
  );
}
