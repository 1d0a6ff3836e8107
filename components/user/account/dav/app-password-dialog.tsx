"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { SecretDialog } from "@/components/user/account/secrets/secret-dialog";
import { davAddress } from "@/lib/client/dav";
import { AppPasswordForm } from "./app-password-form";

type Props = { username: string; onClose: () => void };

/** Shows with the new password what else a program asks for. */
export default function AppPasswordDialog({ username, onClose }: Props) {
  const t = useTranslations("account.dav");
  const line = (caption: string, value: string) => ({
    caption,
    value,
    copyLabel: t("copyNamed", { what: caption }),
  });
  return (
    <SecretDialog
      words="account.dav"
      sizePx={560}
      renderForm={(onCreated) => <AppPasswordForm onCreated={onCreated} onCancel={onClose} />}
      lines={(secret) => [line(t("address"), davAddress()), line(t("user"), username), line(t("secret"), secret)]}
      note={window.location.protocol === "https:" ? null : <Banner kind="info">{t("plain")}</Banner>}
      onClose={onClose}
    />
  );
}
