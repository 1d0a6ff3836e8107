"use client";

import { Button } from "@mantine/core";
import { IconFolderOff, IconPlugConnectedX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { connectHost, hostToConnect } from "@/components/domain/connect-host/connect-host";
import { requestIdOf, useErrorText } from "@/components/layout/use-error-text";
import { EmptyState } from "@/components/ui/state/empty-state";
import { ErrorState } from "@/components/ui/state/error-state";
import { pages } from "@/lib/client/urls";
import { isAppError } from "@/lib/shared/errors";

/** Why a folder cannot be shown, and what can be done about it. */
export function FolderProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslations("file");
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  const host = hostToConnect(error);
  if (host !== null) {
    const connect = async () => {
      if (await connectHost(host)) onRetry();
    };
    return (
      <EmptyState
        icon={<IconPlugConnectedX size={22} />}
        title={errorText(error)}
        hint={t("away.hint")}
        actions={<Button onClick={() => void connect()}>{t("away.action")}</Button>} // it never rejects
      />
    );
  }
  if (isAppError(error) && error.key === "file/not-found")
    return (
      <EmptyState
        icon={<IconFolderOff size={22} />}
        title={errorText(error)}
        hint={t("missing.hint")}
        actions={
          <Button size="xs" component={Link} href={pages.files()}>
            {t("missing.action")}
          </Button>
        }
      />
    );
  return (
    <ErrorState title={errorText(error)} hint={tUi("errorHint")} requestId={requestIdOf(error)} onRetry={onRetry} />
  );
}
