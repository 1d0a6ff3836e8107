"use client";

import { Button, NativeSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFilePreferences } from "@/components/domain/entry/use-preferences";
import { downloadEntries } from "@/components/domain/verbs/download-entries";
import { useWords } from "@/components/domain/entry/words";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { downloadFormats } from "@/lib/contracts/archive";
import type { DownloadRequest } from "./download-request";

/** The format of a download of several entries, or of a folder; kept for the next time. */
export default function DownloadDialog({ request, onClose }: { request: DownloadRequest; onClose: () => void }) {
  const t = useTranslations("file.downloadAs");
  const words = useWords();
  const { downloadFormat, change } = useFilePreferences();
  const [format, setFormat] = useState(downloadFormat);
  const download = () => {
    if (format !== downloadFormat) change({ downloadFormat: format });
    void downloadEntries({ ...request, format }, words); // shows its own failures
    onClose();
  };
  return (
    <DialogCard title={t("title", { count: request.files.length })} onClose={onClose} size={420}>
      <Form label={t("download")} onSubmit={download}>
        <NativeSelect
          label={t("format")}
          description={t("hint")}
          value={format}
          data={[...downloadFormats]}
          data-autofocus
          onChange={({ currentTarget: { value } }) =>
            setFormat((now) => downloadFormats.find((one) => one === value) ?? now)
          }
        />
        <FormButtons onCancel={onClose}>
          <Button type="submit">{t("download")}</Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
