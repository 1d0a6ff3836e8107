"use client";

import { Button } from "@mantine/core";
import { IconBoxOff, IconFolderOff, IconPlugConnectedX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { connectHost, hostToConnect } from "@/components/domain/connect-host/connect-host";
import { awaitsContainer } from "@/components/domain/folder/use-folder";
import { requestIdOf, useErrorText } from "@/components/layout/use-error-text";
import { EmptyState } from "@/components/ui/state/empty-state";
import { ErrorState } from "@/components/ui/state/error-state";
import { pages } from "@/lib/client/urls";
import styles from "@/components/domain/list/file-page.module.css";
import { isAppError } from "@/lib/shared/errors";

type Props = { error: Error; onRetry: () => void };

/** Why a folder cannot be shown, and what can be done about it. */
export function FolderProblem({ error, onRetry }: Props) {
  const t = useTranslations("file");
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  const connect = connecting(error, onRetry);
  if (connect !== null) {
    return (
      <EmptyState
        icon={<IconPlugConnectedX size={22} />}
        title={errorText(error)}
        hint={t("away.hint")}
        actions={<Button onClick={connect}>{t("away.action")}</Button>}
      />
    );
  }
  if (awaitsContainer(error))
    return (
      <EmptyState
        icon={<IconBoxOff size={22} />}
        title={errorText(error)}
        hint={t(isAppError(error) && error.key === "docker/not-found" ? "container.gone" : "container.stopped")}
        actions={
          <Button size="xs" variant="default" component={Link} href={pages.containers()}>
            {t("container.action")}
          </Button>
        }
      />
    );
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

/** Above a list that could not be read again: what is in it is from before. */
export function StaleNotice({ error, onRetry }: Props) {
  const t = useTranslations("file");
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  const connect = connecting(error, onRetry);
  return (
    <div className={styles["stale"]} role="alert">
      <span>{errorText(error)}</span>
      <Button variant="default" size="compact-xs" onClick={connect ?? onRetry}>
        {connect === null ? tUi("retry") : t("away.action")}
      </Button>
    </div>
  );
}

/** Connects to the host that the error is about, and tries again; null where it is about none. */
function connecting(error: Error, onRetry: () => void): (() => void) | null {
  const host = hostToConnect(error);
  if (host === null) return null;
  const connect = async () => {
    if (await connectHost(host)) onRetry();
  };
  return () => void connect(); // it never rejects
}
