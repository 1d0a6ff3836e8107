"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { extractArchive } from "@/components/file/archive/extract-archive";
import { useWords } from "@/components/file/words";
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
  const extract = () => {
    const only = [...picked].map((row) => row.path);
    void extractArchive({ path, to: parentOf(path) ?? path, only, ...withoutNull(reading) }, words); // shows its own failures
    onClear();
  };
  return (
    <section className={styles["selection"]} aria-label={words.t("selectionBar")}>
      <span>{words.t("selected", { count: picked.size })}</span>
      <Button size="xs" variant="default" onClick={onClear}>
        {t("clear")}
      </Button>
      {can(write) ? (
        <Button size="xs" disabled={picked.size > maxOnly} onClick={extract}>
          {t("extractChosen")}
        </Button>
      ) : null}
    </section>
  );
}
