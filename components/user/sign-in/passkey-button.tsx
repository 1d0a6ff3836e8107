"use client";

import { Button } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { usePasskeyText } from "@/components/user/factor/use-passkey-text";
import { api } from "@/lib/client/call";
import { askForPasskey } from "@/lib/client/passkey";
import type { SignedIn } from "@/lib/contracts/signed-in";
import { useEnter } from "./use-enter";

/** Signs in without a name and a password: the browser offers the passkeys that it has for this address. */
export function PasskeyButton({ stay }: { stay: boolean }) {
  const t = useTranslations("auth.passkey");
  const passkeyText = usePasskeyText();
  const enter = useEnter();
  const signIn = useMutation({
    mutationFn: async (): Promise<SignedIn> => {
      const { options } = await api.user.beginPasskeyLogin({});
      return api.user.loginPasskey({ passkey: await askForPasskey(options), stay });
    },
    meta: { errorOwner: "form" },
    onSuccess: enter,
  });
  return (
    <>
      {signIn.error === null ? null : <Banner kind="error">{passkeyText(signIn.error)}</Banner>}
      <Button
        variant="default"
        fullWidth
        size="md"
        leftSection={<IconFingerprint size={18} />}
        loading={signIn.isPending || signIn.isSuccess}
        onClick={() => signIn.mutate()}
      >
        {t("signIn")}
      </Button>
    </>
  );
}
