"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { Badge } from "@/components/ui/badge";
import type { SshFile } from "@/lib/contracts/crypto";
import { useSshFiles } from "./use-keys";
import styles from "./crypto.module.css";

/** The keys in ~/.ssh of the account that the server runs as. */
export function SshFilesSection({ onImport }: { onImport: (fileName: string) => void }) {
  const t = useTranslations("crypto.files");
  const files = useSshFiles();
  const folder = files.data?.folder ?? "~/.ssh";
  return (
    <div className={styles["files"]}>
      <Section title={t("title")} hint={t("hint", { folder })}>
        <QueryState query={files} rows={2}>
          {({ files: all }) =>
            all.length === 0 ? (
              <p className={styles["hint"]}>{t("empty")}</p>
            ) : (
              <ul className={styles["list"]} aria-label={t("title")}>
                {all.map((file) => (
                  <FileItem key={file.file_name} file={file} onImport={onImport} />
                ))}
              </ul>
            )
          }
        </QueryState>
      </Section>
    </div>
  );
}

function FileItem({ file, onImport }: { file: SshFile; onImport: (fileName: string) => void }) {
  const t = useTranslations("crypto.files");
  const tKeys = useTranslations("crypto");
  const { file_name: name, fingerprint, has_passphrase: hasPassphrase, key_id: keyId } = file;
  return (
    <li className={styles["item"]}>
      <div className={styles["name"]}>
        <span className={styles["type"]}>
          <bdi>{name}</bdi>
          {hasPassphrase ? <Badge>{tKeys("passphraseAsked")}</Badge> : null}
        </span>
        {fingerprint === null ? null : (
          <code className={styles["fingerprint"]} dir="ltr">
            {fingerprint}
          </code>
        )}
      </div>
      {keyId === null ? (
        <Button variant="default" aria-label={t("importNamed", { name })} onClick={() => onImport(name)}>
          {tKeys("import.open")}
        </Button>
      ) : (
        <span className={styles["dim"]}>{t("known")}</span>
      )}
    </li>
  );
}
