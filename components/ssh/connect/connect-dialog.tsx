"use client";

import { Button, Loader } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ConnectRequest } from "@/components/domain/connect-host/connect-host";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { hostKeysKey } from "@/components/ssh/host-keys-key";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { FormButtons } from "@/components/ui/form";
import { KeyQuestion } from "./key-question";
import { QuestionForm } from "./question-form";
import { useConnecting } from "./use-connecting";
import styles from "@/components/ssh/ssh.module.css";

/** Connects to a host: shows its key when that is new or another, and asks what it asks. */
export default function ConnectDialog({ request }: { request: ConnectRequest }) {
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={attempt} request={request} onRetry={() => setAttempt((count) => count + 1)} />;
}

function Attempt({ request, onRetry }: { request: ConnectRequest; onRetry: () => void }) {
  const t = useTranslations("ssh.ask");
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const answer = (isConnected: boolean) => {
    void queryClient.invalidateQueries({ queryKey: hostKeysKey }); // one more may be trusted by now
    request.answer(isConnected);
  };
  const { stage, send } = useConnecting(request.id, () => answer(true));
  const giveUp = () => answer(false);
  const host = request.name;
  const hasChanged = stage.at === "key" && stage.key.known !== null;
  const title = hasChanged
    ? t("changedTitle", { host: stage.key.host })
    : stage.at === "failed"
      ? t("failed", { host })
      : t("title", { host });
  return (
    <DialogCard title={title} onClose={giveUp} size={480}>
      {stage.at === "busy" ? (
        <div className={styles["busy"]}>
          <Loader size={18} aria-hidden />
          <output>{t("connecting", { host })}</output>
          <Button variant="default" onClick={giveUp}>
            {t("cancel")}
          </Button>
        </div>
      ) : null}
      {stage.at === "key" ? (
        <KeyQuestion
          shown={stage.key}
          onTrust={() => send({ type: "trust", fingerprint: stage.key.fingerprint })}
          onCancel={giveUp}
        />
      ) : null}
      {stage.at === "question" ? (
        <QuestionForm
          key={stage.number}
          question={stage.question}
          onAnswer={(answers, keep) => send({ type: "answers", answers, keep })}
          onCancel={giveUp}
        />
      ) : null}
      {stage.at === "failed" ? (
        <>
          <Banner kind="error">{errorText(stage.error)}</Banner>
          <FormButtons onCancel={giveUp}>
            <Button onClick={onRetry} data-autofocus>
              {t("retry")}
            </Button>
          </FormButtons>
        </>
      ) : null}
    </DialogCard>
  );
}
