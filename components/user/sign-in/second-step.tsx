"use client";

import { Button } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { usePasskeyText } from "@/components/user/factor/use-passkey-text";
import { api } from "@/lib/client/call";
import { askForPasskey } from "@/lib/client/passkey";
import type { InputOf } from "@/lib/contracts/endpoint";
import type { HalfSignedIn } from "@/lib/contracts/second-factor";
import type { userContract } from "@/lib/contracts/user";
import { isAppError } from "@/lib/shared/errors";
import { CodeForm } from "./code-form";
import { ThrottlePanel } from "./throttle-panel";
import { useCountdown } from "./use-countdown";
import { useEnter } from "./use-enter";
import { waitOf } from "./wait-of";
import styles from "./sign-in.module.css";

type Proof = Pick<InputOf<typeof userContract.loginSecond>, "code" | "passkey">;
type Way = "totp" | "passkey" | "recovery";
type Props = {
  half: HalfSignedIn & { username: string };
  /** Back to the password; `late`: because this took too long. */
  onBack: (late: boolean) => void;
};

/** After the password: a code of the app, a passkey, or a code from paper. */
export function SecondStep({ half: { username, pending, methods, passkey }, onBack }: Props) {
  const t = useTranslations("auth.second");
  const passkeyText = usePasskeyText();
  const enter = useEnter();
  const [way, setWay] = useState<Way>(methods[0] ?? "recovery");
  const [failures, setFailures] = useState(0);
  const finish = useMutation({
    mutationFn: async (prove: () => Promise<Proof>) => api.user.loginSecond({ username, pending, ...(await prove()) }),
    meta: { errorOwner: "form" },
    onSuccess: enter,
    onError: () => setFailures((count) => count + 1),
  });
  const isLate = isAppError(finish.error) && finish.error.key === "auth/second-factor-late";
  useEffect(() => {
    if (isLate) onBack(true);
  }, [isLate, onBack]);
  const waitSeconds = waitOf(finish.error);
  const secondsLeft = useCountdown(waitSeconds > 0 ? finish.submittedAt + waitSeconds * 1000 : null);
  const isBusy = finish.isPending || finish.isSuccess;
  const send = (prove: () => Promise<Proof>) => {
    if (!isBusy && secondsLeft === 0) finish.mutate(prove);
  };
  return (
    <div className={styles["second"]}>
      {finish.error === null ? null : waitSeconds > 0 ? (
        <ThrottlePanel seconds={secondsLeft} />
      ) : (
        <Banner kind="error">{passkeyText(finish.error)}</Banner>
      )}
      {way === "passkey" ? (
        <Button
          fullWidth
          size="md"
          leftSection={<IconFingerprint size={18} />}
          loading={isBusy}
          data-autofocus
          onClick={() => send(async () => ({ passkey: await askForPasskey(passkey ?? {}) }))}
        >
          {t("passkey")}
        </Button>
      ) : (
        <CodeForm
          // What did not fit is not sent again.
          key={`${way} ${failures}`}
          isRecovery={way === "recovery"}
          isBusy={isBusy}
          isBlocked={secondsLeft > 0}
          onCode={(code) => send(() => Promise.resolve({ code }))}
        />
      )}
      <div className={styles["others"]}>
        {methods
          .filter((method) => method !== way)
          .map((method) => (
            <Button
              key={method}
              variant="subtle"
              onClick={() => {
                setWay(method);
                finish.reset();
              }}
            >
              {t(`use.${method}`)}
            </Button>
          ))}
        <Button variant="subtle" onClick={() => onBack(false)}>
          {t("back")}
        </Button>
      </div>
    </div>
  );
}
