"use client";

import { useTranslations } from "next-intl";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import type { FactorDialogContent } from "./factor-section";
import { PasskeyForm } from "./passkey-form";
import { RecoveryCodes } from "./recovery-codes";
import { TotpForm } from "./totp-form";

type Props = {
  content: FactorDialogContent;
  username: string;
  onAdded: (kind: "totp" | "passkey", codes: string[]) => void;
  onClose: () => void;
};

export default function FactorDialog({ content, username, onAdded, onClose }: Props) {
  const t = useTranslations("factor");
  const titles = { totp: t("app.title"), passkey: t("passkey.add"), codes: t("recovery.newTitle") };
  return (
    <DialogCard title={titles[content.kind]} isKept={content.kind === "codes"} onClose={onClose}>
      {content.kind === "totp" ? (
        <TotpForm setup={content.setup} username={username} onSaved={(codes) => onAdded("totp", codes)} />
      ) : null}
      {content.kind === "passkey" ? (
        <PasskeyForm isFirst={content.isFirst} onSaved={(codes) => onAdded("passkey", codes)} />
      ) : null}
      {content.kind === "codes" ? <RecoveryCodes codes={content.codes} username={username} onDone={onClose} /> : null}
    </DialogCard>
  );
}
