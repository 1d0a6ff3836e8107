"use client";

import { Button } from "@mantine/core";
import { IconDownload, IconUpload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { pickFiles } from "@/components/domain/transfer/pick-files";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { settingsFile } from "@/lib/contracts/setting-transfer";
import type { z } from "zod";

const ImportDialog = lazyDialog(() => import("./import-dialog"));

export type SettingsFile = z.infer<typeof settingsFile>;

/** Takes all settings of the server along in a file, and brings them back. */
export function TransferButtons() {
  const t = useTranslations("setting.transfer");
  const [file, setFile] = useState<SettingsFile | null>(null);
  const save = useMutation({ mutationFn: () => api.setting.exportSettings({}), onSuccess: saveAs });
  const choose = async () => {
    const picked = (await pickFiles({ folders: false }))?.[0];
    if (picked === undefined) return;
    const parsed = settingsFile.safeParse(parse(await picked.text()));
    if (parsed.success) setFile(parsed.data);
    else showToast({ kind: "error", message: t("notOne", { name: picked.name }) });
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {t("export")}
      </Button>
      <Button
        variant="default"
        leftSection={<IconUpload size={16} />}
        onClick={() => void choose()} // what cannot be read is said
      >
        {t("import")}
      </Button>
      {file === null ? null : <ImportDialog file={file} onClose={() => setFile(null)} />}
    </>
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function saveAs(file: SettingsFile): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `filedeck-settings-${file.made_at.slice(0, 10)}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
