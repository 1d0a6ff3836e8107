"use client";

import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCloudOff } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { StateCard } from "@/components/ui/state/state-card";
import { basePath } from "@/lib/client/base-path";
import { isChunkError } from "@/components/ui/lazy/chunk-error";
import { PageTitle } from "./page-title";

type Props = { error: Error & { digest?: string }; onRetry: () => void };

/** Stands for a page that broke (spec §2); a part that did not load offers a reload instead. */
export function UnexpectedError({ error, onRetry }: Props) {
  const t = useTranslations("layout.error");
  const tUi = useTranslations("ui");
  const queryClient = useQueryClient();
  const tryAgain = () => {
    // An answer that broke the page would break it again. What others show too is kept.
    queryClient.removeQueries({ type: "inactive" });
    onRetry();
  };
  if (isChunkError(error))
    return (
      <StateCard
        icon={<IconCloudOff size={22} />}
        title={tUi("partMissing")}
        hint={t("chunkHint")}
        role="alert"
        actions={<Button onClick={() => location.reload()}>{tUi("reload")}</Button>}
      />
    );
  return (
    <StateCard
      icon={<IconAlertTriangle size={22} />}
      title={t("title")}
      hint={t("hint")}
      role="alert"
      tone="bad"
      actions={
        <>
          <Button onClick={tryAgain}>{tUi("retry")}</Button>
          <Button variant="default" onClick={() => location.assign(`${basePath()}/`)}>
            {t("home")}
          </Button>
        </>
      }
    >
      <PageTitle title={t("title")} />
      {error.digest === undefined ? null : (
        <p>
          {tUi("requestId")}: <code>{error.digest}</code>
        </p>
      )}
    </StateCard>
  );
}
