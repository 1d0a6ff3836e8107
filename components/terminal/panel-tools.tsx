"use client";

import {
  IconAdjustmentsHorizontal,
  IconBolt,
  IconFolderSymlink,
  IconLayoutColumns,
  IconLayoutRows,
  IconUsers,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { useWords } from "@/components/domain/entry/words";
import { IconButton } from "@/components/ui/icon-button";
import type { TerminalInfo } from "@/lib/contracts/terminal";
import { maxPanes } from "./panes";
import { openQuickMenu } from "./quick/quick-menu";
import { useHasShell } from "./commands/use-has-shell";
import { useFollowFolder } from "./use-follow-folder";
import { useShownFolder } from "./use-shown-folder";
import { useSplit } from "./use-split";
import { useTerminalLook } from "./use-terminal-look";
import styles from "./terminal.module.css";

const LookDialog = lazy(() => import("./look-dialog"));
const ShareDialog = lazy(() => import("./share-dialog"));

type Props = {
  active: TerminalInfo | null;
  /** Of the tab; null where none can be divided. */
  paneCount: number | null;
};

/** What is set for all terminals, beside their tabs. */
export function PanelTools({ active, paneCount }: Props) {
  const t = useTranslations("terminal");
  const [isChoosing, setChoosing] = useState(false);
  const [sharing, setSharing] = useState<string | null>(null);
  const split = useSplit(active, paneCount ?? maxPanes);
  const hasShell = useHasShell();
  const full = paneCount === maxPanes ? t("full", { count: maxPanes }) : null;
  return (
    <>
      {paneCount === null || !hasShell ? null : (
        <>
          <IconButton
            label={t("splitRight")}
            shortcut="Ctrl+Shift+D"
            icon={<IconLayoutColumns size={16} />}
            disabledReason={full}
            onClick={() => split("right")}
          />
          <IconButton
            label={t("splitBelow")}
            shortcut="Alt+Shift+D"
            icon={<IconLayoutRows size={16} />}
            disabledReason={full}
            onClick={() => split("below")}
          />
        </>
      )}
      {hasShell ? <ShellTools active={active} /> : null}
      {active === null || active.owner !== null || active.exit !== null ? null : (
        <IconButton
          label={t("share.title")}
          icon={<IconUsers size={16} />}
          count={active.guests.length}
          aria-haspopup="dialog"
          onClick={() => setSharing(active.id)}
        />
      )}
      <IconButton
        label={t("look.title")}
        icon={<IconAdjustmentsHorizontal size={16} />}
        aria-haspopup="dialog"
        onClick={() => setChoosing(true)}
      />
      {sharing === null ? null : (
        <Suspense>
          <ShareDialog id={sharing} onClose={() => setSharing(null)} />
        </Suspense>
      )}
      {isChoosing ? (
        <Suspense>
          <LookDialog onClose={() => setChoosing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** What only a shell of this machine is for. */
function ShellTools({ active }: Pick<Props, "active">) {
  const t = useTranslations("terminal");
  const { look, change } = useTerminalLook();
  const bringHere = useFollowFolder(active);
  const shownFolder = useShownFolder();
  const words = useWords();
  const { followsFolder } = look;
  return (
    <>
      <IconButton
        label={t("follow")}
        className={styles["toggle"]}
        icon={<IconFolderSymlink size={16} />}
        aria-pressed={followsFolder}
        onClick={() => {
          change({ followsFolder: !followsFolder });
          if (!followsFolder) bringHere();
        }}
      />
      <IconButton
        label={t("quick.title")}
        icon={<IconBolt size={16} />}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => {
          const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
          const about = { folder: active?.folder ?? shownFolder, paths: [], words };
          void openQuickMenu({ left, right, top, bottom }, about); // it never rejects
        }}
      />
    </>
  );
}
