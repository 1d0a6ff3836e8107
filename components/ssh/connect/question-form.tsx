"use client";

import { Button, Checkbox, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Form, FormButtons } from "@/components/ui/form";
import { PasswordField } from "@/components/ui/password-field";
import type { DownOf } from "@/lib/contracts/channel";
import type { sshChannels } from "@/lib/contracts/ssh";
import styles from "@/components/ssh/ssh.module.css";

type Question = Extract<DownOf<typeof sshChannels.connect>, { type: "question" }>;
type Props = { question: Question; onAnswer: (answers: string[], keep: boolean) => void; onCancel: () => void };

/** What a host asks of whoever signs in: a password, a code, several things at once. */
export function QuestionForm({ question, onAnswer, onCancel }: Props) {
  const t = useTranslations("ssh.ask");
  const { host, title, text, questions, what, is_again: isAgain, can_keep: canKeep } = question;
  const [answers, setAnswers] = useState(() => questions.map(() => ""));
  const [keep, setKeep] = useState(false);
  const labelOf = (label: string) => {
    if (what === "passphrase") return t("passphrase");
    return what === "password" ? t("password", { host }) : label || title || host;
  };
  return (
    <Form label={t("title", { host })} onSubmit={() => onAnswer(answers, keep)}>
      {isAgain ? <Banner kind="error">{t("again")}</Banner> : null}
      {text === "" ? null : <p className={styles["words"]}>{text}</p>}
      {questions.map(({ label, is_hidden: isHidden }, index) => {
        const Field = isHidden ? PasswordField : TextInput;
        return (
          <Field
            key={index}
            label={labelOf(label)}
            value={answers[index] ?? ""}
            autoComplete="off"
            maxLength={4096}
            spellCheck={false}
            {...(index === 0 ? { "data-autofocus": true } : {})}
            onChange={({ currentTarget: { value } }) =>
              setAnswers((all) => all.map((one, at) => (at === index ? value : one)))
            }
          />
        );
      })}
      {canKeep ? (
        <Checkbox label={t("keep")} checked={keep} onChange={({ currentTarget: { checked } }) => setKeep(checked)} />
      ) : null}
      <FormButtons onCancel={onCancel}>
        <Button type="submit">{t("continue")}</Button>
      </FormButtons>
    </Form>
  );
}
