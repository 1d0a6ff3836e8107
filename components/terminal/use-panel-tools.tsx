import {
  IconAdjustmentsHorizontal,
  IconBolt,
  IconFolderSymlink,
  IconLayoutColumns,
  IconLayoutRows,
  IconServer2,
  IconUsers,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useWords } from "@/components/domain/entry/words";
import type { TerminalInfo } from "@/lib/contracts/terminal";
import type { HostNeed } from "@/lib/shared/terminals";
import { useHasShell } from "./commands/use-has-shell";
import { maxPanes } from "./panes";
import { openQuickMenu } from "./quick/quick-menu";
import { useFollowFolder } from "./use-follow-folder";
import { useHostShell } from "./use-host-shell";
import { useShownFolder } from "./use-shown-folder";
import { useSplit } from "./use-split";
import { useTerminalLook } from "./use-terminal-look";

export type PanelDialog =
  | { kind: "look" }
  | { kind: "share"; id: string }
  | { kind: "host"; missing: readonly HostNeed[] };

export type PanelTool = {
  id: string;
  label: string;
  icon: ReactNode;
  shortcut?: string;
  disabledReason?: string | null;
  /** Of what is on or off. */
  isOn?: boolean;
  count?: number;
  "aria-haspopup"?: "menu" | "dialog";
  /** `from`: what was chosen, for what opens beside it. */
  run: (from: Element) => void;
};

type Options = {
  active: TerminalInfo | null;
  canSplit: boolean;
  /** No part more has room in the tab. */
  isFull: boolean;
  openDialog: (dialog: PanelDialog) => void;
};

/** What can be done with the terminal on the screen, and with all of them. */
export function usePanelTools({ active, canSplit, isFull, openDialog }: Options): PanelTool[] {
  const t = useTranslations("terminal");
  const hasShell = useHasShell();
  // Others' shells go where they like.
  const shellTools = useShellTools(hasShell && active?.owner === null ? active : null);
  const split = useSplit(active, isFull ? maxPanes : 1);
  const host = useHostShell();
  const disabledReason = isFull ? t("full", { count: maxPanes }) : null;
  const isOwn = active !== null && active.owner === null && active.exit === null;
  return [
    ...(canSplit && hasShell
      ? [
          {
            id: "right",
            label: t("splitRight"),
            shortcut: "Ctrl+Shift+D",
            icon: <IconLayoutColumns size={16} />,
            disabledReason,
            run: () => split("right"),
          },
          {
            id: "below",
            label: t("splitBelow"),
            shortcut: "Alt+Shift+D",
            icon: <IconLayoutRows size={16} />,
            disabledReason,
            run: () => split("below"),
          },
        ]
      : []),
    ...(host === null
      ? []
      : [
          {
            id: "host",
            label: t("host.open"),
            icon: <IconServer2 size={16} />,
            run: () => (host.missing.length > 0 ? openDialog({ kind: "host", missing: host.missing }) : host.open()),
          },
        ]),
    ...(hasShell ? shellTools : []),
    ...(isOwn
      ? [
          {
            id: "share",
            label: t("share.title"),
            icon: <IconUsers size={16} />,
            count: active.guests.length,
            "aria-haspopup": "dialog" as const,
            run: () => openDialog({ kind: "share", id: active.id }),
          },
        ]
      : []),
    {
      id: "look",
      label: t("look.title"),
      icon: <IconAdjustmentsHorizontal size={16} />,
      "aria-haspopup": "dialog",
      run: () => openDialog({ kind: "look" }),
    },
  ];
}

/** What only a shell of this machine is for. */
function useShellTools(active: TerminalInfo | null): PanelTool[] {
  const t = useTranslations("terminal");
  const { look, change } = useTerminalLook();
  const bringHere = useFollowFolder(active);
  const shownFolder = useShownFolder();
  const words = useWords();
  const { followsFolder } = look;
  return [
    {
      id: "follow",
      label: t("follow"),
      icon: <IconFolderSymlink size={16} />,
      isOn: followsFolder,
      run: () => {
        change({ followsFolder: !followsFolder });
        if (!followsFolder) bringHere();
      },
    },
    {
      id: "quick",
      label: t("quick.title"),
      icon: <IconBolt size={16} />,
      "aria-haspopup": "menu",
      run: (from) => {
        const { left, right, top, bottom } = from.getBoundingClientRect();
        const about = { folder: active?.folder ?? shownFolder, paths: [], words };
        void openQuickMenu({ left, right, top, bottom }, about); // it never rejects
      },
    },
  ];
}
