"use client";

import { Button } from "@mantine/core";
import { IconLogin2 } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { api } from "@/lib/client/call";
import { hasLeft } from "@/lib/client/left";
import type { HalfSignedIn } from "@/lib/contracts/second-factor";
import { isHalf } from "./is-half";
import { useEnter } from "./use-enter";

type Props = { username: string; stay: boolean; onHalf: (half: HalfSignedIn) => void };

/** Signs in whom the proxy in front names: by itself, unless they have just signed out. */
export function ProxyEntry({ username, stay, onHalf }: Props) {
  const t = useTranslations("auth.proxy");
  const errorText = useErrorText();
  const enter = useEnter();
  const { mutate, ...signIn } = useMutation({
    mutationFn: () => api.user.loginProxy({ stay }),
    meta: { errorOwner: "form" },
    onSuccess: enter,
    onError: (error) => {
      if (isHalf(error)) onHalf(error.detail);
    },
  });
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current || hasLeft()) return;
    hasBegun.current = true;
    mutate();
  }, [mutate]);
  return (
    <>
      {signIn.error === null || isHalf(signIn.error) ? null : <Banner kind="error">{errorText(signIn.error)}</Banner>}
      <Button
        variant="default"
        fullWidth
        size="md"
        leftSection={<IconLogin2 size={18} />}
        loading={signIn.isPending || signIn.isSuccess}
        onClick={() => mutate()}
      >
        {t("continue", { username })}
      </Button>
    </>
  );
}
