"use client";

import { Button, TextInput } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { pickFiles } from "@/components/domain/transfer/pick-files";
import { useFormatSize } from "@/components/layout/use-format-size";
import { TextBox } from "@/components/toolbox/text-box";
import { ValueList } from "@/components/toolbox/value-list";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { findHash } from "./hash-bytes";
import { useHashes } from "./use-hashes";
import styles from "@/components/toolbox/toolbox.module.css";

/** Hashes or HMACs of a text or a file. */
export default function HashTool() {
  const t = useTranslations("toolbox.hash");
  const tAll = useTranslations("toolbox");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const [source, setSource] = useState<string | File>("");
  const [key, setKey] = useState("");
  const [expected, setExpected] = useState("");
  const state = useHashes(source, key);
  const choose = async () => {
    const [file] = (await pickFiles({ folders: false })) ?? [];
    if (file !== undefined) setSource(file);
  };
  const found = state.hashes === null || expected.trim() === "" ? null : findHash(state.hashes, expected);
  return (
    <div className={styles["fields"]}>
      {typeof source === "string" ? (
        <TextBox label={t("text")} rows={5} value={source} onChange={setSource} />
      ) : (
        <div className={styles["file"]}>
          <span>
            <bdi>{source.name}</bdi> <span className={styles["dim"]}>{formatSize(source.size)}</span>
          </span>
          <Button variant="default" size="xs" onClick={() => setSource("")}>
            {t("clearFile")}
          </Button>
        </div>
      )}
      <div className={styles["row"]}>
        <Button variant="default" onClick={() => void choose() /* never rejects */}>
          {tAll("chooseFile")}
        </Button>
        {state.progress === null ? null : (
          <output className={styles["dim"]}>
            {t("progress")} {format.number(state.progress, { style: "percent" })}
          </output>
        )}
      </div>
      <div className={styles["pair"]}>
        <TextInput
          label={t("key")}
          description={t("keyHint")}
          autoComplete="off"
          spellCheck={false}
          value={key}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
        />
        <TextInput
          label={t("expected")}
          description={t("expectedHint")}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          value={expected}
          onChange={({ currentTarget }) => setExpected(currentTarget.value)}
        />
      </div>
      {state.isBroken ? <Banner kind="error">{t("unreadable")}</Banner> : null}
      {state.hashes === null ? null : (
        <>
          {expected.trim() === "" ? null : (
            <output>
              {found === null ? (
                <Badge tone="bad">{t("noMatch")}</Badge>
              ) : (
                <Badge tone="ok">{t("match", { algorithm: found })}</Badge>
              )}
            </output>
          )}
          <ValueList
            label={tAll("tools.hash")}
            values={Object.entries(state.hashes).map(([name, value]) => ({
              name: key === "" ? name : `HMAC ${name}`,
              value,
              isCode: true,
            }))}
          />
        </>
      )}
    </div>
  );
}
