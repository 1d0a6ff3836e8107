"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import { useIsMobile } from "@/components/ui/use-media";
import type { TerminalInfo } from "@/lib/contracts/terminal";
import { maxPanes } from "./panes";
import { usePanelTools, type PanelDialog, type PanelTool } from "./use-panel-tools";
import styles from "./terminal.module.css";

const LookDialog = lazyDialog(() => import("./look-dialog"));
const ShareDialog = lazyDialog(() => import("./share-dialog"));
const HostNeedsDialog = lazyDialog(() => import("./host-needs-dialog"));

type Props = {
  active: TerminalInfo | null;
  /** Of the tab; null where none can be divided. */
  paneCount: number | null;
};

/** What can be done beside the tabs; on a phone, where they need the room, in a menu. */
export function PanelTools({ active, paneCount }: Props) {
  const t = useTranslations("terminal");
  const isMobile = useIsMobile();
  const [dialog, setDialog] = useState<PanelDialog | null>(null);
  const tools = usePanelTools({
    active,
    canSplit: paneCount !== null,
    isFull: (paneCount ?? maxPanes) === maxPanes,
    openDialog: setDialog,
  });
  return (
    <>
      {isMobile ? (
        <ActionMenu label={t("tools")} items={tools.map(itemOf)} />
      ) : (
        tools.map(({ id, ...tool }) => <ToolButton key={id} tool={tool} />)
      )}
      <Dialog dialog={dialog} onClose={() => setDialog(null)} />
    </>
  );
}

function ToolButton({ tool: { isOn, run, ...rest } }: { tool: Omit<PanelTool, "id"> }) {
  return (
    <IconButton
      {...rest}
      {...(isOn === undefined ? {} : { "aria-pressed": isOn, className: styles["toggle"] })}
      onClick={({ currentTarget }) => run(currentTarget)}
    />
  );
}

function itemOf({ id, label, icon, isOn, disabledReason, run }: PanelTool) {
  return {
    id,
    label,
    icon,
    ...(disabledReason === undefined ? {} : { disabledReason }),
    ...(isOn === undefined ? {} : { checked: isOn }),
    // The menu's button has the focus again.
    onSelect: () => run(document.activeElement ?? document.body),
  };
}

function Dialog({ dialog, onClose }: { dialog: PanelDialog | null; onClose: () => void }) {
  switch (dialog?.kind) {
    case "look":
      return <LookDialog onClose={onClose} />;
    case "share":
      return <ShareDialog id={dialog.id} onClose={onClose} />;
    case "host":
      return <HostNeedsDialog missing={dialog.missing} onClose={onClose} />;
    default:
      return null;
  }
}
