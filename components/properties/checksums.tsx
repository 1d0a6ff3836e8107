"use client";

import { Button } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { IconButton } from "@/components/ui/icon-button";
import { useCopy } from "@/components/ui/use-copy";
import type { ChecksumAlgorithm } from "@/lib/contracts/properties";
import type { VirtualPath } from "@/lib/shared/paths";
import { useChecksums } from "./use-properties";
import styles from "./properties.module.css";

const names: Record<ChecksumAlgorithm, string> = {
  md5: "MD5",
  sha1: "SHA-1",
  sha256: "SHA-256",
  blake2b512: "BLAKE2b",
};

/** The file's sums, once somebody wants them: for a large file that takes its time. */
export function Checksums({ path }: { path: VirtualPath }) {
  const t = useTranslations("properties");
  const errorText = useErrorText();
  const [isWanted, setWanted] = useState(false);
  const sums = useChecksums(path, isWanted);
  return (
    <section className={styles["section"]} aria-label={t("checksums")}>
      <h3>{t("checksums")}</h3>
      {!isWanted ? (
        <Button size="compact-sm" variant="default" onClick={() => setWanted(true)}>
          {t("calculate")}
        </Button>
      ) : sums.data !== undefined ? (
        <ul className={styles["sums"]}>
          {sums.data.map(({ algorithm, sum }) => (
            <Sum key={algorithm} name={names[algorithm]} sum={sum} />
          ))}
        </ul>
      ) : sums.error !== null ? (
        <Banner kind="error">{errorText(sums.error)}</Banner>
      ) : (
        <output className={styles["dim"]}>{t("calculating")}</output>
      )}
    </section>
  );
}

function Sum({ name, sum }: { name: string; sum: string }) {
  const t = useTranslations("properties");
  const { isCopied, copy } = useCopy();
  return (
    <li>
      <span>{name}</span>
      <code dir="ltr">{sum}</code>
      <IconButton
        label={t("copySum", { algorithm: name })}
        icon={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        onClick={() => copy(sum)}
      />
    </li>
  );
}
