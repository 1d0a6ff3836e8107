"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { Form } from "@/components/ui/form";
import { CodeField } from "@/components/user/factor/code-field";
import { api } from "@/lib/client/call";
import type { HalfSignedIn } from "@/lib/contracts/second-factor";
import { isAppError } from "@/lib/shared/errors";
import { ThrottlePanel } from "./throttle-panel";
import { useCountdown } from "./use-countdown";
import { useEnter } from "./use-enter";
import { waitOf } from "./wait-of";
import styles from "./sign-in.module.css";

type Props = {
  half: HalfSignedIn & { username: string };
  /** Back to the password; `late`: because this took too long. */
  onBack: (late: boolean) => void;
};

/** After the password: a code of the app, or one from paper. Six digits are sent as soon as they are there. */
export function SecondStep({ half: { username, pending, methods }, onBack }: Props) {
  const t = useTranslations("auth.second");
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  const enter = useEnter();
  const [isRecovery, setRecovery] = useState(!methods.includes("totp"));
  const [code, setCode] = useState("");
  const [isChecked, setChecked] = useState(false);
  const finish = useMutation({
    mutationFn: (given: string) => api.user.loginSecond({ username, pending, code: given }),
    meta: { errorOwner: "form" },
    onSuccess: enter,
    onError: () => setCode(""),
  });
  const isLate = isAppError(finish.error) && finish.error.key === "auth/second-factor-late";
  useEffect(() => {
    if (isLate) onBack(true);
  }, [isLate, onBack]);
  const waitSeconds = waitOf(finish.error);
  const secondsLeft = useCountdown(waitSeconds > 0 ? finish.submittedAt + waitSeconds * 1000 : null);
  const isBusy = finish.isPending || finish.isSuccess;
  const send = (given: string) => {
    if (!isBusy && secondsLeft === 0) finish.mutate(given);
  };
  const change = (typed: string) => {
    setCode(typed);
    setChecked(false);
    if (!isRecovery && /^\d{6}$/.test(typed.replace(/\s/g, ""))) send(typed);
  };
  return (
    <Form
      label={t("title")}
      onSubmit={() => {
        setChecked(true);
        if (code.trim() !== "") send(code);
      }}
    >
      {finish.error === null ? null : waitSeconds > 0 ? (
        <ThrottlePanel seconds={secondsLeft} />
      ) : (
        <Banner kind="error">{errorText(finish.error)}</Banner>
      )}
      <CodeField
        key={isRecovery ? "recovery" : "totp"}
        label={isRecovery ? t("recoveryCode") : t("code")}
        description={isRecovery ? t("recoveryHint") : t("codeHint")}
        value={code}
        error={isChecked && code.trim() === "" ? tUi("cannotBeEmpty") : null}
        isRecovery={isRecovery}
        hasFocus
        onChange={change}
      />
      <Button type="submit" fullWidth size="md" loading={isBusy} disabled={secondsLeft > 0}>
        {t("finish")}
      </Button>
      <div className={styles["others"]}>
        {methods.includes("totp") ? (
          <Button
            variant="subtle"
            onClick={() => {
              setRecovery(!isRecovery);
              setCode("");
              finish.reset();
            }}
          >
            {isRecovery ? t("useApp") : t("useRecovery")}
          </Button>
        ) : null}
        <Button variant="subtle" onClick={() => onBack(false)}>
          {t("back")}
        </Button>
      </div>
    </Form>
  );
}
