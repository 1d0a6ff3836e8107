"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { TextBox } from "@/components/toolbox/text-box";
import { parseObject, signingNames, signJwt } from "./jwt";
import styles from "@/components/toolbox/toolbox.module.css";

function example(): string {
  const now = Math.floor(Date.now() / 1000);
  return JSON.stringify({ sub: "user", iat: now, exp: now + 3600 }, null, 2);
}

/** Makes a token by a secret. */
export function SignJwt() {
  const t = useTranslations("toolbox.jwt");
  const [text, setText] = useState(example);
  const [secret, setSecret] = useState("");
  const [algorithm, setAlgorithm] = useState("HS256");
  const [made, setMade] = useState("");
  const isObject = parseObject(text) !== null;
  useEffect(() => {
    let isCurrent = true;
    const payload = parseObject(text);
    const signing = payload === null || secret === "" ? Promise.resolve("") : signJwt(payload, secret, algorithm);
    void signing.then((token) => {
      if (isCurrent) setMade(token);
    }); // the algorithm is one of the list
    return () => {
      isCurrent = false;
    };
  }, [text, secret, algorithm]);
  return (
    <>
      <TextBox label={t("payload")} isCode value={text} error={isObject ? null : t("notObject")} onChange={setText} />
      <div className={styles["pair"]}>
        <TextInput
          label={t("secret")}
          autoComplete="off"
          spellCheck={false}
          value={secret}
          placeholder={t("noSecret")}
          onChange={({ currentTarget }) => setSecret(currentTarget.value)}
        />
        <NativeSelect
          label={t("algorithm")}
          value={algorithm}
          data={signingNames}
          onChange={({ currentTarget }) => setAlgorithm(currentTarget.value)}
        />
      </div>
      <TextBox label={t("result")} isCode rows={5} value={made} />
    </>
  );
}
