"use client";

import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useKitTexts } from "@/components/ui/kit-texts";
import { StateCard } from "./state-card";
import styles from "./state.module.css";

type Props = {
  /** What happened, in words. */
  title: string;
  /** What to try. */
  hint?: ReactNode;
  requestId?: string | undefined;
  onRetry?: () => void;
  compact?: boolean;
};

export function ErrorState({ title, hint, requestId, onRetry, compact = false }: Props) {
  const texts = useKitTexts();
  return (
    <StateCard
      icon={<IconAlertTriangle size={22} />}
      title={title}
      hint={hint}
      role="alert"
      tone="bad"
      compact={compact}
      actions={
        onRetry === undefined ? undefined : (
          <Button variant="default" onClick={onRetry}>
            {texts.retry}
          </Button>
        )
      }
    >
      {requestId === undefined ? null : (
        <p className={styles["request"]}>
          {texts.requestId}: <code>{requestId}</code>
        </p>
      )}
    </StateCard>
  );
}
