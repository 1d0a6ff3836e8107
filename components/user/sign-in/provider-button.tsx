"use client";

import { Button } from "@mantine/core";
import { IconLogin2 } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { api } from "@/lib/client/call";

/** Leaves for the sign-in page of the provider, which sends the browser back to /login/oidc. */
export function ProviderButton({ name, stay }: { name: string; stay: boolean }) {
  const t = useTranslations("auth.provider");
  const errorText = useErrorText();
  const { mutate, reset, ...leave } = useMutation({
    mutationFn: () => api.user.beginOidcLogin({ stay }),
    meta: { errorOwner: "form" },
    onSuccess: ({ url }) => window.location.assign(url),
  });
  // Who comes back by the browser's own button finds the page as it was left.
  useEffect(() => {
    const restart = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    window.addEventListener("pageshow", restart);
    return () => window.removeEventListener("pageshow", restart);
  }, [reset]);
  return (
    <>
      {leave.error === null ? null : <Banner kind="error">{errorText(leave.error)}</Banner>}
      <Button
        variant="default"
        fullWidth
        size="md"
        leftSection={<IconLogin2 size={18} />}
        loading={leave.isPending || leave.isSuccess}
        onClick={() => mutate()}
      >
        {t("signIn", { name })}
      </Button>
    </>
  );
}
