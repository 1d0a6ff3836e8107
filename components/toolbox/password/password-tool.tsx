"use client";

import { Button, Checkbox, NumberInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { TextBox } from "@/components/toolbox/text-box";
import { Badge } from "@/components/ui/badge";
import { entropyBits, lengthRange, makePassword, signSets, strengthOf, type PasswordKind } from "./make-password";
import styles from "@/components/toolbox/toolbox.module.css";

const initial: PasswordKind = { length: 20, sets: signSets, isUnambiguous: false };
const atOnce = 5;
const tones = { weak: "bad", good: "warn", strong: "ok" } as const;

const makeSome = (kind: PasswordKind) => Array.from({ length: atOnce }, () => makePassword(kind));
const isPossible = ({ length, sets }: PasswordKind) =>
  sets.length > 0 && length >= lengthRange.least && length <= lengthRange.most;

/** Passwords of the chosen kind, new ones with every change of it. */
export default function PasswordTool() {
  const t = useTranslations("toolbox.password");
  const tAll = useTranslations("toolbox");
  const [kind, setKind] = useState(initial);
  const [made, setMade] = useState(() => makeSome(initial));
  const { length, sets, isUnambiguous } = kind;
  const change = (part: Partial<PasswordKind>) => {
    const next = { ...kind, ...part };
    setKind(next);
    setMade(isPossible(next) ? makeSome(next) : []);
  };
  const bits = isPossible(kind) ? Math.floor(entropyBits(kind)) : 0;
  const strength = strengthOf(bits);
  const isLength = length >= lengthRange.least && length <= lengthRange.most;
  return (
    <div className={styles["fields"]}>
      <NumberInput
        className={styles["number"] ?? ""}
        label={t("length")}
        allowDecimal={false}
        clampBehavior="none"
        value={Number.isNaN(length) ? "" : length}
        error={isLength ? null : t("lengthProblem", lengthRange)}
        onChange={(value) => change({ length: value === "" ? Number.NaN : Number(value) })}
      />
      <fieldset className={styles["choices"]}>
        <legend>{t("sets")}</legend>
        {signSets.map((name) => (
          <Checkbox
            key={name}
            label={t(name)}
            checked={sets.includes(name)}
            onChange={({ currentTarget }) =>
              change({
                sets: signSets.filter((one) => (one === name ? currentTarget.checked : sets.includes(one))),
              })
            }
          />
        ))}
        <Checkbox
          label={t("unambiguous")}
          checked={isUnambiguous}
          onChange={({ currentTarget }) => change({ isUnambiguous: currentTarget.checked })}
        />
        {sets.length === 0 ? (
          <p className={styles["problem"]} role="alert">
            {t("noSet")}
          </p>
        ) : null}
      </fieldset>
      <div className={styles["row"]}>
        <Button disabled={!isPossible(kind)} onClick={() => setMade(makeSome(kind))}>
          {tAll("generate")}
        </Button>
        {bits === 0 ? null : (
          <output className={styles["strength"]}>
            <Badge tone={tones[strength]}>{t(`strength.${strength}`)}</Badge>
            <span className={styles["dim"]}>{t("entropy", { bits })}</span>
          </output>
        )}
      </div>
      <TextBox label={t("result")} isCode rows={atOnce} value={made.join("\n")} />
    </div>
  );
}
