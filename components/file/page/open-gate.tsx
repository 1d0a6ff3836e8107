"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { lazyScreen } from "@/components/layout/lazy-screen";
import { useFormatSize } from "@/components/layout/use-format-size";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { showToast } from "@/components/ui/toast/toast-store";
import type { FileEntry } from "@/lib/contracts/file";
import { AppError } from "@/lib/shared/errors";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { goToFolder } from "@/components/domain/folder/go-to";
import { useOpenUnknown } from "@/components/domain/viewing/unknown/use-open-unknown";
import { openEntry, type OpenAs, type OpenDecision } from "@/components/domain/entry/open-rule";
import { useWords, type Words } from "@/components/domain/entry/words";

const OpenHost = lazyScreen(() => import("@/components/domain/viewing/open-host"));

type Props = {
  folder: VirtualPath;
  name: EntryName;
  as: OpenAs;
  entries: readonly FileEntry[];
  onClose: () => void;
  onNavigate: (name: EntryName) => void;
};

/** Asks what has to be asked before an entry opens (spec §4, §5), then opens it. Give it the name and the way as key. */
export function OpenGate({ folder, name, as, entries, onClose, onNavigate }: Props) {
  const words = useWords();
  const formatSize = useFormatSize();
  const openUnknown = useOpenUnknown();
  const entry = entries.find((one) => one.name === name);
  // Decided once: a file that grows past the limit while it is open is not asked about again.
  const [decision] = useState<OpenDecision>(() =>
    entry === undefined ? { act: "refuse", error: "file/not-found" } : openEntry(entry, { as }),
  );
  const [isConfirmed, setConfirmed] = useState(decision.act === "view");

  const ask = useEffectEvent(async (signal: AbortSignal) => {
    if (decision.act === "view") return;
    if (decision.act === "unknown") {
      const isText = await openUnknown(joinVirtualPath(folder, name));
      if (signal.aborted) return;
      if (isText) goToFolder(folder, { open: name, as: "text", replace: true });
      else onClose();
      return;
    }
    const isOpening = await resolveDecision(decision, formatSize(entry?.size ?? 0), words);
    if (signal.aborted) return;
    if (isOpening) setConfirmed(true);
    else onClose();
  });
  useEffect(() => {
    const stop = new AbortController();
    // React's development mode mounts twice: a question put off by a tick is asked once.
    const timer = setTimeout(() => void ask(stop.signal)); // resolveDecision never rejects
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, []);

  return isConfirmed ? (
    <OpenHost folder={folder} name={name} as={as} entries={entries} onClose={onClose} onNavigate={onNavigate} />
  ) : null;
}

/** Whether the entry is to be opened after what had to be said or asked. */
async function resolveDecision(
  decision: Exclude<OpenDecision, { act: "view" | "unknown" }>,
  size: string,
  { t, errorText }: Words,
): Promise<boolean> {
  if (decision.act === "ask-size")
    return openConfirm({
      title: t("largeFile.title"),
      body: decision.isCut ? t("largeFile.cut", { size }) : t("largeFile.text"),
      confirmLabel: t("largeFile.confirm"),
    });
  if (decision.act === "refuse") showToast({ kind: "error", message: errorText(new AppError(decision.error)) });
  return false;
}
