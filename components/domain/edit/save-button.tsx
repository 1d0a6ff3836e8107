"use client";

import { Button } from "@mantine/core";
import { IconDeviceFloppy } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { useIsMobile } from "@/components/ui/use-media";

export type Saving = { canSave: boolean; isSaving: boolean; onSave: () => void };

/** Saves; says why not when there is nothing to save. */
export function SaveButton({ saving: { canSave, isSaving, onSave } }: { saving: Saving }) {
  const t = useTranslations("editor");
  const tUi = useTranslations("ui");
  const isMobile = useIsMobile();
  if (isMobile) {
    return (
      <IconButton
        label={tUi("save")}
        icon={<IconDeviceFloppy size={20} />}
        variant={canSave ? "accent" : "plain"}
        disabledReason={canSave ? null : t("nothingToSave")}
        onClick={onSave}
      />
    );
  }
  return (
    <Button size="xs" disabled={!canSave} loading={isSaving} onClick={onSave} data-tip="Ctrl S">
      {tUi("save")}
    </Button>
  );
}
