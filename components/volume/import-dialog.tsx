"use client";

import { Button, FileInput, Progress } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { useFormatSize } from "@/components/layout/use-format-size";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { showToast } from "@/components/ui/toast/toast-store";
import { sendArchive } from "./send-archive";

/** Puts the files of a tar archive into a volume. Closing the dialog stops it. */
export default function ImportDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useTranslations("volume.import");
  const errorText = useErrorText();
  const formatSize = useFormatSize();
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState(0);
  const [stop] = useState(() => new AbortController());
  useEffect(() => () => stop.abort(), [stop]);
  const send = useMutation({
    mutationFn: (chosen: File) => sendArchive(name, chosen, { onProgress: setSent, signal: stop.signal }),
    meta: { errorOwner: "form" },
    onSuccess: ({ bytes }) => {
      showToast({ kind: "success", message: t("done", { name, size: formatSize(bytes) }) });
      onClose();
    },
  });
  return (
    <DialogCard title={t("title", { name })} onClose={onClose} isKept={send.isPending}>
      <Form onSubmit={() => (file === null ? undefined : send.mutate(file))}>
        <FileInput
          label={t("file")}
          description={t("hint")}
          placeholder={t("choose")}
          accept=".tar,.gz,.tgz,.bz2,.xz"
          value={file}
          disabled={send.isPending}
          onChange={setFile}
        />
        {send.isPending && file !== null ? (
          <Progress value={file.size === 0 ? 100 : (sent / file.size) * 100} aria-label={t("title", { name })} />
        ) : null}
        {send.error === null || stop.signal.aborted ? null : <Banner kind="error">{errorText(send.error)}</Banner>}
        <FormButtons onCancel={onClose}>
          <Button type="submit" disabled={file === null} loading={send.isPending}>
            {t("import")}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
