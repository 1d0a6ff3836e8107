"use client";

import { NativeSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { TextBox } from "@/components/toolbox/text-box";
import { decodeText, encodeText, encodingNames, type EncodingName } from "./encodings";
import styles from "@/components/toolbox/toolbox.module.css";

const sameNames = { base64: "Base64", base64url: "Base64url" };

/** Two texts, either of which follows the other. */
export default function EncodeTool() {
  const t = useTranslations("toolbox.encode");
  const [encoding, setEncoding] = useState<EncodingName>("base64");
  const [text, setText] = useState("");
  const [encoded, setEncoded] = useState("");
  const decoded = decodeText(encoded, encoding);
  const writeText = (next: string, by = encoding) => {
    setText(next);
    setEncoded(encodeText(next, by));
  };
  const writeEncoded = (next: string) => {
    setEncoded(next);
    const result = decodeText(next, encoding);
    setText("text" in result ? result.text : "");
  };
  return (
    <div className={styles["fields"]}>
      <NativeSelect
        className={styles["short"] ?? ""}
        label={t("format")}
        value={encoding}
        data={encodingNames.map((value) => ({
          value,
          label: value === "base64" || value === "base64url" ? sameNames[value] : t(value),
        }))}
        onChange={({ currentTarget }) => {
          const next = encodingNames.find((name) => name === currentTarget.value) ?? encoding;
          setEncoding(next);
          // What was typed last may be no text in the old encoding, and be one in the new.
          const asBefore = "text" in decoded ? null : decodeText(encoded, next);
          if (asBefore === null) writeText(text, next);
          else setText("text" in asBefore ? asBefore.text : "");
        }}
      />
      <div className={styles["panes"]}>
        <TextBox label={t("text")} value={text} onChange={writeText} />
        <TextBox
          label={t("encoded")}
          isCode
          value={encoded}
          error={"text" in decoded ? null : t(`problems.${decoded.problem}`)}
          onChange={writeEncoded}
        />
      </div>
    </div>
  );
}
