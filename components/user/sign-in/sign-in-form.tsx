"use client";

import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { Form } from "@/components/ui/form";
import { PasswordField } from "@/components/ui/password-field";
import { api } from "@/lib/client/call";
import { isAppError } from "@/lib/shared/errors";
import { ProofBox } from "./proof-box";
import { ThrottlePanel } from "./throttle-panel";
import { useCountdown } from "./use-countdown";
import { useEnter } from "./use-enter";

export function SignInForm() {
  const t = useTranslations("auth");
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  const enter = useEnter();
  const [fields, setFields] = useState({ username: "", password: "" });
  const [isChecked, setChecked] = useState(false);
  /** Solved for one try with this name. */
  const [proof, setProof] = useState<string | null>(null);
  const signIn = useMutation({
    mutationFn: (input: typeof fields) => api.user.login(proof === null ? input : { ...input, proof }),
    onSettled: () => setProof(null),
    meta: { errorOwner: "form" },
    onSuccess: ({ token }) => enter(token),
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
      {signIn.error === null ? null : isThrottled ? (
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
      <Button type="submit" fullWidth size="md" loading={signIn.isPending || signIn.isSuccess} disabled={!mayTry}>
        {t("signIn")}
      </Button>
    </Form>
  );
}

/** The pause that the server asks for after too many tries; 0 for every other failure. */
function waitOf(error: unknown): number {
  return isAppError(error) && error.key === "auth/throttled" ? Number(error.params["seconds"] ?? 1) : 0;
}

/** The page is this form and nothing else: typing can begin at once. */
function focusAtFirst(node: HTMLInputElement | null): void {
  if (node !== null && document.activeElement === document.body) node.focus();
}
