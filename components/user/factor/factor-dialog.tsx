"use client";

import { useTranslations } from "next-intl";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import type { FactorDialogContent } from "./factor-section";
import { RecoveryCodes } from "./recovery-codes";
import { TotpForm } from "./totp-form";

type Props = {
  content: FactorDialogContent;
  username: string;
  onTotpSaved: (codes: string[]) => void;
  onClose: () => void;
};

export default function FactorDialog({ content, username, onTotpSaved, onClose }: Props) {
  const t = useTranslations("factor");
  return (
    <DialogCard
      title={content.kind === "totp" ? t("app.title") : t("recovery.newTitle")}
      isKept={content.kind === "codes"}
      onClose={onClose}
    >
      {content.kind === "totp" ? (
        <TotpForm setup={content.setup} username={username} onSaved={onTotpSaved} />
      ) : (
        <RecoveryCodes codes={content.codes} username={username} onDone={onClose} />
      )}
    </DialogCard>
  );
}
