"use client";

import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { Line } from "./terminal-notice";

const LookDialog = lazyDialog(() => import("./look-dialog"));

/** Terminals that have shown it since the page was loaded. */
const shownOf = new Set<string>();

/** Whether a program of this terminal wanted to write to the clipboard in vain, until somebody has read that. */
export function useClipboardHint(id: string) {
  const [asked, setAsked] = useState<string | null>(null);
  const showHint = useCallback(() => {
    if (shownOf.has(id)) return;
    shownOf.add(id);
    setAsked(id);
  }, [id]);
  return { isHintShown: asked === id, showHint, closeHint: () => setAsked(null) };
}

type Props = { isAllowed: boolean; onClose: () => void };

/** Why nothing was copied, until it is allowed, and where that is changed: there is more in that dialog, which stays. */
export function ClipboardHint({ isAllowed, onClose }: Props) {
  const t = useTranslations("terminal");
  const [isOpen, setOpen] = useState(false);
  const place = t("look.title");
  return (
    <>
      {isAllowed ? null : (
        <Line
          text={t("clipboardRefused", { setting: t("look.clipboard"), place })}
          actions={[
            [place, () => setOpen(true)],
            [t("restarted.dismiss"), onClose],
          ]}
        />
      )}
      {isOpen ? <LookDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
