"use client";

import { Button } from "@mantine/core";
import { IconStarOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/state/empty-state";

/** In place of pictures where none has so many stars. */
export function NoSuchRating({ onAll }: { onAll: () => void }) {
  const t = useTranslations("picture.filter");
  return (
    <EmptyState
      icon={<IconStarOff size={22} />}
      title={t("none")}
      actions={
        <Button variant="default" size="xs" onClick={onAll}>
          {t("all")}
        </Button>
      }
    />
  );
}
