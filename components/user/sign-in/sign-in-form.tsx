"use client";

import { Button, Checkbox, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { Form } from "@/components/ui/form";
import { PasswordField } from "@/components/ui/password-field";
import { api } from "@/lib/client/call";
import type { HalfSignedIn } from "@/lib/contracts/second-factor";
import { isAppError, type AppError } from "@/lib/shared/errors";
import { ProofBox } from "./proof-box";
import { ThrottlePanel } from "./throttle-panel";
import { useCountdown } from "./use-countdown";
import { useEnter } from "./use-enter";
import { waitOf } from "./wait-of";

type Props = {
  stay: boolean;
  /** Null: nobody may stay. */
  onStay: ((stay: boolean) => void) | null;
  /** The password was right, and a second factor is asked for. */
  onHalf: (half: HalfSignedIn & { username: string }) => void;
  /** Said while there is no other failure. */
  notice: string | null;
};

export function SignInForm({ stay, onStay, onHalf, notice }: Props) {
  const t = useTranslations("auth");
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  const enter = useEnter();
  const [fields, setFields] = useState({ username: "", password: "" });
  const [isChecked, setChecked] = useState(false);
  /** Solved for one try with this name. */
  const [proof, setProof] = useState<string | null>(null);
  const signIn = useMutation({
    mutationFn: (input: typeof fields) => api.user.login({ ...input, stay, ...(proof === null ? {} : { proof }) }),
    onSettled: () => setProof(null),
    meta: { errorOwner: "form" },
    onSuccess: enter,
    onError: (error, { username }) => {
      // What the server gives along with this failure.
      if (isHalf(error)) onHalf({ ...(error.detail as HalfSignedIn), username });
    },
  });
  const waitSeconds = waitOf(signIn.error);
  const isThrottled = waitSeconds > 0;
  const secondsLeft = useCountdown(isThrottled ? signIn.submittedAt + waitSeconds * 1000 : null);
  const mayTry = secondsLeft === 0 || proof !== null;
  const problemOf = (text: string) => (isChecked && text === "" ? tUi("cannotBeEmpty") : null);

  return (
    <Form
      label={t("title")}
      onSubmit={() => {
        setChecked(true);
        if (fields.username !== "" && fields.password !== "" && mayTry) signIn.mutate(fields);
      }}
    >
      {signIn.error === null && notice !== null ? <Banner kind="info">{notice}</Banner> : null}
      {signIn.error === null || isHalf(signIn.error) ? null : isThrottled ? (
        <>
          <ThrottlePanel seconds={secondsLeft} />
          {secondsLeft === 0 && proof === null ? null : (
            <ProofBox key={`${fields.username} ${signIn.submittedAt}`} username={fields.username} onProof={setProof} />
          )}
        </>
      ) : (
        <Banner kind="error">{errorText(signIn.error)}</Banner>
      )}
      <TextInput
        label={t("username")}
        value={fields.username}
        error={problemOf(fields.username)}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        ref={focusAtFirst}
        onChange={({ currentTarget: { value } }) => {
          setProof(null);
          setFields((current) => ({ ...current, username: value }));
        }}
      />
      <PasswordField
        label={t("password")}
        value={fields.password}
        error={problemOf(fields.password)}
        autoComplete="current-password"
        onChange={({ currentTarget: { value } }) => setFields((current) => ({ ...current, password: value }))}
      />
      {onStay === null ? null : (
        <Checkbox label={t("stay")} checked={stay} onChange={({ currentTarget }) => onStay(currentTarget.checked)} />
      )}
      <Button type="submit" fullWidth size="md" loading={signIn.isPending || signIn.isSuccess} disabled={!mayTry}>
        {t("signIn")}
      </Button>
    </Form>
  );
}

function isHalf(error: unknown): error is AppError {
  return isAppError(error) && error.key === "auth/second-factor";
}

/** The page is this form and nothing else: typing can begin at once. */
function focusAtFirst(node: HTMLInputElement | null): void {
  if (node !== null && document.activeElement === document.body) node.focus();
}
