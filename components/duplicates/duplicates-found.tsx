"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { deleteEntries } from "@/components/domain/verbs/delete-entries";
import { useWords } from "@/components/domain/entry/words";
import { useCan } from "@/components/layout/use-can";
import { useFormatSize } from "@/components/layout/use-format-size";
import type { DuplicatesResult } from "@/lib/contracts/duplicates";
import { parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { chooseBy, keepOnly, toggleFile, withoutFiles, type Chosen } from "./choose-files";
import { DuplicatesGroup } from "./duplicates-group";
import styles from "./duplicates.module.css";

const perPage = 40;
const none: Chosen = new Set();

type Props = { folder: VirtualPath; result: DuplicatesResult; onAgain: () => void };

/** Groups of files with the same content, and which of them are to go. One of each group always stays. */
export function DuplicatesFound({ folder, result, onAgain }: Props) {
  const t = useTranslations("duplicates");
  const words = useWords();
  const formatSize = useFormatSize();
  const canDelete = useCan()("filecat_file_delete_cut_rename");
  const [chosen, setChosen] = useState(none);
  /** Sent to be deleted from here. */
  const [gone, setGone] = useState(none);
  const [shown, setShown] = useState(perPage);
  const groups = useMemo(() => withoutFiles(result.groups, gone), [result.groups, gone]);
  const chosenBytes = groups.reduce(
    (sum, { size, files }) => sum + size * files.filter(({ path }) => chosen.has(path)).length,
    0,
  );
  const remove = async () => {
    const files = [...chosen].flatMap((path) => parseVirtualPath(path) ?? []);
    const isBegun = await deleteEntries(
      { files, entries: files.map(() => ({ kind: "file" })), permanent: false },
      words,
    );
    if (!isBegun) return;
    setGone(new Set([...gone, ...chosen]));
    setChosen(none);
  };
  const notes = [
    result.groupCount > result.groups.length ? t("notAll", { count: result.groups.length }) : null,
    result.minBytes > 1 ? t("leftOut", { size: formatSize(result.minBytes) }) : null,
    result.unreadable > 0 ? t("unreadable", { count: result.unreadable }) : null,
  ].filter((note) => note !== null);
  return (
    <>
      <p className={styles["sum"]}>
        {result.groupCount === 0 ? t("none") : t("sum", { groups: result.groupCount, size: formatSize(result.bytes) })}
        {notes.length > 0 ? <span className={styles["dim"]}>{` ${notes.join(" ")}`}</span> : null}
      </p>
      {groups.length > 0 && canDelete ? (
        <div className={styles["rules"]}>
          <span className={styles["dim"]}>{t("choose")}</span>
          {(["allButNewest", "allButOldest"] as const).map((rule) => (
            <Button key={rule} size="compact-sm" variant="default" onClick={() => setChosen(chooseBy(rule, groups))}>
              {t(rule)}
            </Button>
          ))}
          <Button size="compact-sm" variant="default" onClick={() => setChosen(none)}>
            {t("nothing")}
          </Button>
        </div>
      ) : null}
      <ul className={styles["groups"]}>
        {groups.slice(0, shown).map((group) => (
          <DuplicatesGroup
            key={group.files[0]?.path}
            folder={folder}
            group={group}
            chosen={canDelete ? chosen : null}
            onToggle={(path) => setChosen((before) => toggleFile(path, group, before))}
            onKeep={(path) => setChosen((before) => keepOnly(path, group, before))}
          />
        ))}
      </ul>
      {groups.length > shown ? (
        <Button size="compact-sm" variant="default" onClick={() => setShown((count) => count + perPage)}>
          {t("more")}
        </Button>
      ) : null}
      <div data-dialog-footer className={styles["footer"]}>
        <Button variant="default" onClick={onAgain}>
          {t("again")}
        </Button>
        {chosen.size > 0 ? (
          <Button color="red" onClick={() => void remove()}>
            {t("delete", { count: chosen.size, size: formatSize(chosenBytes) })}
          </Button>
        ) : null}
      </div>
    </>
  );
}
