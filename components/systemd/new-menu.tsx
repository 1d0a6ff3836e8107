"use client";

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useCachedMe } from "@/components/layout/use-me";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import type { NewKind } from "./create/draft";

type Props = { onNew: (kind: NewKind) => void; onRemoved: () => void };

/** For administrators: whoever makes a service says what root runs. */
export function NewMenu({ onNew, onRemoved }: Props) {
  const t = useTranslations("systemd.create");
  const isRoot = useCachedMe()?.is_root === true;
  if (!isRoot) return null;
  return (
    <ActionMenu
      label={t("menu")}
      items={[
        { id: "service", label: t("service"), onSelect: () => onNew("service") },
        { id: "timer", label: t("timer"), onSelect: () => onNew("timer") },
        { id: "divider", divider: true },
        { id: "removed", label: t("removed"), onSelect: onRemoved },
      ]}
    >
      {(button) => (
        <Button {...button} size="xs" leftSection={<IconPlus size={16} />}>
          {t("menu")}
        </Button>
      )}
    </ActionMenu>
  );
}
