"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { extractArchive } from "@/components/archive/extract-archive";
import { askFolder } from "@/components/domain/choose-folder/folder-question";
import { useWords } from "@/components/domain/entry/words";
import { useCan } from "@/components/layout/use-can";
import { parentOf, type VirtualPath } from "@/lib/shared/paths";
import type { ArchiveRow } from "./archive-tree";
import type { Reading } from "./use-archive";
import { withoutNull } from "./without-null";
import styles from "./archive.module.css";

const write = "filecat_file_context_update_upload_created_copy_decompression";
/** As many as one call may name. */
const maxOnly = 1_000;

type Props = { path: VirtualPath; picked: ReadonlySet<ArchiveRow>; reading: Reading; onClear: () => void };

/** What can be done with the chosen entries. */
export function ArchiveSelection({ path, picked, reading, onClear }: Props) {
  const t = useTranslations("archive");
  const words = useWords();
  const can = useCan();
  const beside = parentOf(path) ?? path;
  const extract = async (to: VirtualPath | null) => {
    if (to === null) return;
    const only = [...picked].map((row) => row.path);
    onClear();
    await extractArchive({ path, to, only, ...withoutNull(reading) }, words);
  };
  const choose = () =>
    askFolder({
      title: t("extractToTitle", { count: picked.size }),
      confirmLabel: t("extractHere"),
      start: beside,
    });
  const isTooMany = picked.size > maxOnly;
  return (
    <section className={styles["selection"]} aria-label={words.t("selectionBar")}>
      <span>{words.t("selected", { count: picked.size })}</span>
      <Button size="xs" variant="default" onClick={onClear}>
        {t("clear")}
      </Button>
      {can(write) ? (
        <>
          <Button
            size="xs"
            variant="default"
            disabled={isTooMany}
            onClick={() => void choose().then(extract)} // shows its own failures
          >
            {t("extractTo")}
          </Button>
          <Button size="xs" disabled={isTooMany} onClick={() => void extract(beside)} /* as above */>
            {t("extractChosen")}
          </Button>
        </>
      ) : null}
    </section>
  );
}
