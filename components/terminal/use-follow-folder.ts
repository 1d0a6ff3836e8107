"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef } from "react";
import { goToFolder } from "@/components/domain/folder/go-to";
import { useErrorText } from "@/components/layout/use-error-text";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { TerminalInfo } from "@/lib/contracts/terminal";
import { isAppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import { followPair, noPair } from "./folder-pair";
import { useShownFolder } from "./use-shown-folder";
import { useTerminalLook } from "./use-terminal-look";

/** One that has just been sent somewhere is busy for a moment. */
const tries = 4;
const againMs = 250;

/** Keeps the file list and the shell of a terminal in the same folder, while the user wants it. Gives the way to bring the shell here now. */
export function useFollowFolder(terminal: TerminalInfo | null): () => void {
  const t = useTranslations("terminal");
  const errorText = useErrorText();
  const { look } = useTerminalLook();
  const shown = useShownFolder();
  const pair = useRef(noPair);
  /** The newest wish: an older one is given up. */
  const wish = useRef(0);
  /** Said once, until the shell has followed again. */
  const saidBusy = useRef(false);
  const terminalId = terminal?.exit === null && terminal.hostId === null ? terminal.id : null;
  const shell = terminal?.folder ?? null;

  const move = async (folder: VirtualPath) => {
    if (terminalId === null) return;
    const mine = ++wish.current;
    try {
      for (let left = tries; left > 0 && mine === wish.current; left--) {
        const { outcome } = await api.terminal.moveTerminal({ id: terminalId, folder });
        if (outcome !== "busy") {
          saidBusy.current = false;
          return;
        }
        if (left > 1) await new Promise((resolve) => setTimeout(resolve, againMs));
        else if (!saidBusy.current) {
          saidBusy.current = true;
          showToast({ kind: "warning", message: t("busy") });
        }
      }
    } catch (error) {
      // A folder of an SSH host, for example: until the list is somewhere else.
      if (isAppError(error) && error.key === "storage/unsupported") return;
      showToast({ kind: "error", message: errorText(error), press: null });
    }
  };
  const hear = useEffectEvent((heard: Parameters<typeof followPair>[1]) => {
    const next = followPair(pair.current, heard, performance.now());
    pair.current = next.pair;
    if (next.follow === null) return;
    if ("list" in next.follow) goToFolder(next.follow.list);
    else void move(next.follow.shell); // shows its own failures
  });
  useEffect(() => {
    if (look.followsFolder) hear({ terminalId, shown, shell });
    else pair.current = noPair;
  }, [look.followsFolder, terminalId, shown, shell]);
  return () => {
    if (shown !== null) void move(shown); // as above
  };
}
