"use client";

import { TextInput } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useClock, useRelativeTime } from "@/components/layout/use-clock";
import { TextBox } from "@/components/toolbox/text-box";
import { ValueList } from "@/components/toolbox/value-list";
import { Badge } from "@/components/ui/badge";
import { algorithmOf, isSignedBy, readJwt, timesOf, validityOf, type Jwt } from "./jwt";
import styles from "@/components/toolbox/toolbox.module.css";

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

/** A token's content, its times, and whether a secret has signed it. */
export function ReadJwt() {
  const t = useTranslations("toolbox.jwt");
  const [text, setText] = useState("");
  const [secret, setSecret] = useState("");
  const token = readJwt(text);
  return (
    <>
      <TextBox
        label={t("token")}
        isCode
        rows={5}
        value={text}
        error={text.trim() === "" || token !== null ? null : t("notToken")}
        onChange={setText}
      />
      {token === null ? null : (
        <>
          <div className={styles["panes"]}>
            <TextBox label={t("header")} isCode rows={8} value={pretty(token.header)} />
            <TextBox label={t("payload")} isCode rows={8} value={pretty(token.payload)} />
          </div>
          <Times token={token} />
          <TextInput
            label={t("secret")}
            description={t("secretHint")}
            autoComplete="off"
            spellCheck={false}
            value={secret}
            onChange={({ currentTarget }) => setSecret(currentTarget.value)}
          />
          <Signature token={token} secret={secret} />
        </>
      )}
    </>
  );
}

function Times({ token: { payload } }: { token: Jwt }) {
  const t = useTranslations("toolbox.jwt");
  const format = useFormatter();
  const validity = useClock((nowMs) => validityOf(payload, nowMs));
  const times = timesOf(payload);
  if (times.length === 0) return null;
  return (
    <div className={styles["group"]}>
      {validity === null ? null : (
        <div>
          <Badge tone={validity === "current" ? "ok" : "bad"}>{t(validity)}</Badge>
        </div>
      )}
      <ValueList
        label={t("payload")}
        values={times.map(({ claim, atMs }) => ({
          name: t(`claims.${claim}`),
          value: new Date(atMs).toISOString(),
          shown: (
            <>
              {format.dateTime(atMs, { dateStyle: "medium", timeStyle: "medium" })} (<Age atMs={atMs} />)
            </>
          ),
        }))}
      />
    </div>
  );
}

function Age({ atMs }: { atMs: number }) {
  return useRelativeTime(atMs);
}

function Signature({ token, secret }: { token: Jwt; secret: string }) {
  const t = useTranslations("toolbox.jwt");
  const [isRight, setRight] = useState<boolean | null>(null);
  const algorithm = algorithmOf(token);
  const { signed, signature } = token;
  const given = signature.join();
  useEffect(() => {
    let isCurrent = true;
    void isSignedBy(token, secret).then((answer) => {
      if (isCurrent) setRight(answer);
    }); // computes, and cannot fail
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the token is made anew with every rendering; these say whether it is another one
  }, [signed, given, secret]);
  if (algorithm === "" || algorithm.toLowerCase() === "none") return <Badge tone="warn">{t("unsigned")}</Badge>;
  if (!algorithm.startsWith("HS")) return <p className={styles["dim"]}>{t("unsupported", { algorithm })}</p>;
  if (secret === "" || isRight === null) return null;
  return (
    <output>
      <Badge tone={isRight ? "ok" : "bad"}>{t(isRight ? "valid" : "invalid")}</Badge>
    </output>
  );
}
