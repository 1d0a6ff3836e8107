"use client";

import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, type ReactNode } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { IconButton } from "@/components/ui/icon-button";
import { EmptyState } from "@/components/ui/state/empty-state";
import { LoadingState } from "@/components/ui/state/loading-state";
import { showToast } from "@/components/ui/toast/toast-store";
import { useIsMobile } from "@/components/ui/use-media";
import { useStore } from "@/components/ui/use-store";
import type { TerminalInfo } from "@/lib/contracts/terminal";
import { commandRequest } from "./commands/command-request";
import { useHasShell, useOwnCommands } from "./commands/use-has-shell";
import { LostNotice } from "./lost-notice";
import { PaneStage } from "./pane-stage";
import { idsIn, tabsOf, type Panes } from "./panes";
import { PanelTools } from "./panel-tools";
import { RecordedMark } from "./recording/recorded-mark";
import { TerminalTab } from "./terminal-tab";
import { dockStore } from "./dock-store";
import { activeOf, followTerminals, openFirst, openTerminalAt, terminalStore } from "./terminal-store";
import { useShownFolder } from "./use-shown-folder";
import styles from "./terminal.module.css";

type Props = {
  isWhole: boolean;
  /** At the end of the tabs. */
  tools?: ReactNode;
  /** Nobody has asked for them: without any it is called instead of beginning with one. */
  onUnwanted?: (() => void) | undefined;
};

/** The user's terminals: one tab each, and the one that is chosen. */
export function TerminalPanel({ isWhole, tools = null, onUnwanted }: Props) {
  const t = useTranslations("terminal");
  const errorText = useErrorText();
  const mayOpen = useHasShell();
  const commands = useOwnCommands();
  const shownFolder = useShownFolder();
  const terminals = useStore(terminalStore);
  const dock = useStore(dockStore);
  const tellFailure = (error: unknown) => showToast({ kind: "error", message: errorText(error) });
  const open = () => void openTerminalAt(shownFolder).catch(tellFailure);
  // Whoever comes here wants one; who has ended the last one does not.
  const begin = useEffectEvent(({ terminals: now, lost }: Parameters<Parameters<typeof followTerminals>[0]>[0]) => {
    if (now.length > 0) return;
    if (onUnwanted === undefined) {
      if (mayOpen) openFirst(shownFolder).catch(tellFailure);
    } else if (lost.length === 0) onUnwanted(); // else there is something to read
  });
  useEffect(() => followTerminals(begin), []);
  const known = terminals ?? [];
  const active = activeOf(known, dock);
  const isMobile = useIsMobile();
  // On a phone there is room for one.
  const tabs = tabsOf(
    known.map(({ id }) => id),
    isMobile ? [] : dock.splits,
  );
  const shown = tabs.find((panes) => idsIn(panes).includes(active?.id ?? ""));
  const begun = beginnings({ mayOpen, commands: commands?.length ?? null });
  const start = begun.isCommand ? () => commandRequest.set({ folder: shownFolder }) : open;
  const add =
    begun.start === null ? null : <IconButton label={t(begun.start)} icon={<IconPlus size={16} />} onClick={start} />;
  return (
    <>
      <div className={styles["bar"]}>
        <div role="tablist" aria-label={t("title")} className={styles["tabs"]}>
          {tabs.map((panes) => (
            <TerminalTab
              key={idsIn(panes)[0]}
              terminals={terminalsIn(panes, known)}
              isCurrent={panes === shown}
              activeId={active?.id ?? null}
            />
          ))}
        </div>
        {add}
        <span className={styles["space"]} />
        <RecordedMark isRecorded={active?.isRecorded === true} />
        <PanelTools active={active} paneCount={shown === undefined || isMobile ? null : idsIn(shown).length} />
        {tools}
      </div>
      <LostNotice />
      <div className={styles["stage"]}>
        {terminals === null ? <LoadingState rows={2} /> : null}
        {terminals?.length === 0 ? (
          <EmptyState
            compact={!isWhole}
            title={t(begun.empty)}
            hint={t(begun.hint)}
            actions={
              begun.start === null ? null : (
                <button type="button" className={styles["action"]} onClick={start}>
                  {t(begun.start)}
                </button>
              )
            }
          />
        ) : null}
        {active === null || shown === undefined ? null : (
          <PaneStage key={idsIn(shown)[0]} panes={shown} terminals={terminalsIn(shown, known)} active={active} />
        )}
      </div>
    </>
  );
}

/** What there is to begin with, and what is said where there is nothing yet. */
function beginnings({ mayOpen, commands }: { mayOpen: boolean; commands: number | null }) {
  if (commands === null)
    return { isCommand: false, start: mayOpen ? "new" : null, empty: "empty", hint: "emptyHint" } as const;
  const isNone = commands === 0;
  return {
    isCommand: true,
    start: isNone ? null : "command.open",
    empty: "command.empty",
    hint: isNone ? "command.none" : "command.emptyHint",
  } as const;
}

function terminalsIn(panes: Panes, known: readonly TerminalInfo[]): TerminalInfo[] {
  return idsIn(panes).flatMap((id) => known.find((terminal) => terminal.id === id) ?? []);
}
