"use client";

import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useState, useSyncExternalStore } from "react";
import { takePage } from "@/components/layout/last-page";
import { PasswordAsk } from "@/components/layout/password-ask";
import { useErrorText } from "@/components/layout/use-error-text";
import { useMe } from "@/components/layout/use-me";
import { useSignOut } from "@/components/layout/use-sign-out";
import { Banner } from "@/components/ui/banner";
import { KitHosts } from "@/components/ui/kit-hosts";
import { useLook } from "@/components/layout/look";
import { AuthCard } from "@/components/user/sign-in/auth-card";
import { api } from "@/lib/client/call";
import { findPasskeyObstacle } from "@/lib/client/passkey";
import { readToken } from "@/lib/client/token";
import { pages } from "@/lib/client/urls";
import { PasskeyForm } from "./passkey-form";
import { RecoveryCodes } from "./recovery-codes";
import { TotpForm, type TotpSetup } from "./totp-form";
import { useSecondFactor } from "./use-second-factor";
import styles from "./factor.module.css";

type Step =
  | { kind: "choose" }
  | { kind: "passkey" }
  | { kind: "totp"; setup: TotpSetup }
  | { kind: "codes"; codes: string[] };

const never = () => () => undefined;

/** All that can be reached by who is signed in and must have a second factor first. */
export function FactorPage() {
  const router = useRouter();
  const isSignedIn = useSyncExternalStore(
    never,
    () => readToken() !== null,
    () => false,
  );
  useEffect(() => {
    if (readToken() === null) router.replace("/");
  }, [router]);
  return isSignedIn ? <Enrolment /> : null;
}

function Enrolment() {
  const { toasts } = useLook();
  const t = useTranslations("factor");
  const router = useRouter();
  const queryClient = useQueryClient();
  const signOut = useSignOut();
  const me = useMe();
  const username = me.data?.username ?? "";
  const [step, setStep] = useState<Step>({ kind: "choose" });
  const leave = () => {
    queryClient.clear();
    router.replace(takePage() ?? pages.files());
  };
  const show = (codes: string[]) => (codes.length === 0 ? leave() : setStep({ kind: "codes", codes }));
  return (
    <AuthCard
      title={step.kind === "codes" ? t("recovery.newTitle") : t("enrol.title")}
      {...(step.kind === "choose" ? { intro: t("enrol.intro") } : {})}
    >
      <div className={styles["body"]}>
        {step.kind === "choose" ? (
          <Choice
            onSetup={(setup) => setStep({ kind: "totp", setup })}
            onPasskey={() => setStep({ kind: "passkey" })}
          />
        ) : null}
        {step.kind === "totp" ? <TotpForm setup={step.setup} username={username} onSaved={show} /> : null}
        {step.kind === "passkey" ? <PasskeyForm isFirst onSaved={show} /> : null}
        {step.kind === "codes" ? <RecoveryCodes codes={step.codes} username={username} onDone={leave} /> : null}
        {step.kind === "codes" ? null : (
          <Button variant="subtle" fullWidth onClick={signOut}>
            {t("enrol.signOut")}
          </Button>
        )}
      </div>
      <KitHosts toastFactor={1} toastTimes={toasts} />
      <PasswordAsk />
    </AuthCard>
  );
}

function Choice({ onSetup, onPasskey }: { onSetup: (setup: TotpSetup) => void; onPasskey: () => void }) {
  const t = useTranslations("factor");
  const errorText = useErrorText();
  const origin = useSecondFactor().data?.passkey_origin;
  const begin = useMutation({
    mutationFn: () => api.user.beginTotp({}),
    meta: { errorOwner: "form" },
    onSuccess: onSetup,
  });
  return (
    <div className={styles["panel"]}>
      {begin.error === null ? null : <Banner kind="error">{errorText(begin.error)}</Banner>}
      <Button fullWidth size="md" loading={begin.isPending} onClick={() => begin.mutate()}>
        {t("enrol.app")}
      </Button>
      {origin === undefined || findPasskeyObstacle(origin) !== null ? null : (
        <Button variant="default" fullWidth size="md" onClick={onPasskey}>
          {t("passkey.add")}
        </Button>
      )}
    </div>
  );
}
