"use client";

import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { startDownload } from "@/components/domain/verbs/download-entries";
import { useErrorText } from "@/components/layout/use-error-text";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { urls } from "@/lib/client/urls";
import { auditFormats, type AuditFormat } from "@/lib/contracts/audit";
import { askedBy, filterOf } from "./filter";

/** Downloads the entries that are filtered, all pages of them. */
export function AuditExport() {
  const t = useTranslations("audit");
  const errorText = useErrorText();
  const filter = askedBy(filterOf(useSearchParams()));
  const download = (format: AuditFormat) => {
    api.audit
      .ticketAudit({})
      .then(({ ticket }) => startDownload(urls.audit(format, ticket, filter)))
      .catch((error: unknown) => showToast({ kind: "error", message: errorText(error) }));
  };
  return (
    <ActionMenu
      label={t("export")}
      items={auditFormats.map((format) => ({
        id: format,
        label: t(`formats.${format}`),
        onSelect: () => download(format),
      }))}
    >
      {(button) => (
        <Button {...button} variant="default" leftSection={<IconDownload size={16} />}>
          {t("export")}
        </Button>
      )}
    </ActionMenu>
  );
}
