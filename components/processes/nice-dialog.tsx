"use client";

import { Button, NumberInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { ProcessRow } from "@/lib/contracts/processes";

const [most, least] = [-20, 19];

export default function NiceDialog({ row, onClose }: { row: ProcessRow; onClose: () => void }) {
  const t = useTranslations("processes");
  const errorText = useErrorText();
  const { id, name, pid } = row;
  const [nice, setNice] = useState<number | string>(row.nice);
  const isValid = typeof nice === "number" && nice >= most && nice <= least;
  const save = useMutation({
    mutationFn: (value: number) => api.processes.reniceProcess({ id, nice: value }),
    meta: { errorOwner: "form" },
    onSuccess: () => {
      showToast({ kind: "success", message: t("done.nice", { name }) });
      onClose();
    },
  });
  return (
    <DialogCard title={t("nice.title", { name, pid: String(pid) })} onClose={onClose}>
      <Form onSubmit={() => void (isValid && save.mutate(nice))}>
        <NumberInput
          label={t("nice.label")}
          description={t("nice.hint")}
          value={nice}
          min={most}
          max={least}
          maw={160}
          allowDecimal={false}
          data-autofocus
          onChange={setNice}
        />
        {save.error === null ? null : <Banner kind="error">{errorText(save.error)}</Banner>}
        <FormButtons onCancel={onClose}>
          <Button type="submit" disabled={!isValid} loading={save.isPending}>
            {t("nice.save")}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
