"use client";

import { Button, NativeSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import type { ProcessRow } from "@/lib/contracts/processes";
import { signalNames, type SignalName } from "@/lib/shared/signals";

type Props = { row: ProcessRow; onSend: (signal: SignalName) => void; onClose: () => void };

export default function SignalDialog({ row: { name, pid, is_own: isOwn }, onSend, onClose }: Props) {
  const t = useTranslations("processes");
  const [signal, setSignal] = useState<SignalName>("SIGTERM");
  return (
    <DialogCard title={t("signal.title", { name, pid: String(pid) })} onClose={onClose}>
      <Form
        onSubmit={() => {
          onSend(signal);
          onClose();
        }}
      >
        <NativeSelect
          label={t("signal.label")}
          value={signal}
          data={signalNames.map((one) => ({ value: one, label: `${one} – ${t(`signals.${one}`)}` }))}
          data-autofocus
          onChange={({ currentTarget }) =>
            setSignal(signalNames.find((one) => one === currentTarget.value) ?? "SIGTERM")
          }
        />
        {isOwn ? <Banner kind="warning">{t("itself")}</Banner> : null}
        <FormButtons onCancel={onClose}>
          <Button type="submit" color={signal === "SIGKILL" ? "red" : "blue"}>
            {t("signal.send")}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
