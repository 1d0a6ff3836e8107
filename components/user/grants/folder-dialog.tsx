"use client";

import { Button } from "@mantine/core";
import { IconArrowUp, IconFolder, IconPlugConnected } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { IconButton } from "@/components/ui/icon-button";
import { connectHost, hostToConnect } from "@/components/domain/connect-host/connect-host";
import { useFolders, useFolderText } from "./use-folders";
import styles from "./grants.module.css";

type Props = { title: string; onChoose: (path: string) => void; onClose: () => void };

/** Walks through the folders of the server that the user may see, and gives the one that is open. */
export default function FolderDialog({ title, onChoose, onClose }: Props) {
  const t = useTranslations("role.scopes");
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  const [path, setPath] = useState<string | null>(null);
  const folders = useFolders(path);
  const shown = folders.data;
  const places = path === null ? (shown?.folders.map((place) => place.path) ?? []) : [path];
  const folderText = useFolderText(places);
  const host = hostToConnect(folders.error);
  const connect = async (to: NonNullable<typeof host>) => {
    if (await connectHost(to)) await folders.refetch();
  };
  return (
    <DialogCard
      title={title}
      onClose={onClose}
      size={520}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {tUi("cancel")}
          </Button>
          <Button disabled={path === null || folders.isError} onClick={() => path !== null && onChoose(path)}>
            {t("use")}
          </Button>
        </>
      }
    >
      <div className={styles["place"]}>
        <IconButton
          label={t("up")}
          icon={<IconArrowUp size={16} />}
          disabled={path === null}
          onClick={() => setPath(shown?.parent ?? null)}
        />
        {/* Takes the focus that the chosen folder's button had, and so is read out. */}
        <div key={path} ref={focusOnce} tabIndex={-1} className={styles["path"]}>
          {path === null ? t("places") : <code>{folderText(path)}</code>}
        </div>
      </div>
      <div className={styles["folders"]} aria-busy={folders.isFetching}>
        {host === null ? null : (
          <div className={styles["connect"]}>
            <p>{t("connect", { host: host.name })}</p>
            {/* Neither rejects. */}
            <Button leftSection={<IconPlugConnected size={16} />} onClick={() => void connect(host)}>
              {t("connectAction")}
            </Button>
          </div>
        )}
        {folders.isError && host === null ? <Banner kind="error">{errorText(folders.error)}</Banner> : null}
        {shown?.folders.length === 0 && !folders.isError ? <p className={styles["none"]}>{t("noFolders")}</p> : null}
        <ul>
          {folders.isError
            ? null
            : shown?.folders.map(({ name, path: below }) => (
                <li key={below}>
                  <button type="button" className={styles["folder"]} onClick={() => setPath(below)}>
                    <IconFolder size={16} aria-hidden />
                    <span className={styles["folderName"]}>
                      <bdi>{name}</bdi>
                    </span>
                    {path === null ? <code>{folderText(below)}</code> : null}
                  </button>
                </li>
              ))}
        </ul>
      </div>
      {shown?.cut === true ? <p className={styles["none"]}>{t("many", { count: shown.folders.length })}</p> : null}
    </DialogCard>
  );
}

function focusOnce(node: HTMLDivElement | null): void {
  node?.focus();
}
