"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useIsMobile } from "@/components/ui/use-media";
import type { ChannelEnd } from "@/lib/contracts/channel";
import type { TerminalInfo } from "@/lib/contracts/terminal";
import { shownName } from "@/lib/shared/shown-name";
import { ClipboardHint, useClipboardHint } from "./clipboard-hint";
import { FindBar } from "./find-bar";
import { KeyRow } from "./key-row";
import { openScreen, type OpenScreen } from "./open-screen";
import { useDropOnTerminal } from "./use-drop-on-terminal";
import { useTerminalLook } from "./use-terminal-look";
import { Line, LostScreenNotice, TerminalNotice } from "./terminal-notice";
import { nameOf } from "./terminal-store";
import styles from "./terminal.module.css";

/** One terminal: what is on its screen, the keyboard, and what is to be said about it. */
export function TerminalView({ terminal, isActive }: { terminal: TerminalInfo; isActive: boolean }) {
  const t = useTranslations("terminal");
  const isMobile = useIsMobile();
  const { look } = useTerminalLook();
  const first = useRef({ look, takesFocus: isActive });
  const { mayType } = terminal;
  const host = useRef<HTMLDivElement>(null);
  const [screen, setScreen] = useState<OpenScreen | null>(null);
  const [end, setEnd] = useState<ChannelEnd | null>(null);
  const [isFinding, setFinding] = useState(false);
  const { id, cols, rows } = terminal;
  const { isHintShown, showHint, closeHint } = useClipboardHint(id);
  const label = t("label", { name: shownName(nameOf(terminal)) });
  useEffect(() => {
    if (host.current === null) return undefined;
    const opened = openScreen(host.current, {
      id,
      mayType,
      ...first.current,
      onEnd: setEnd,
      onBegin: () => setEnd(null),
      onFind: () => setFinding(true),
      onClipboardRefused: showHint,
    });
    setScreen(opened);
    return () => opened.close();
  }, [id, mayType, showHint]);
  useEffect(() => screen?.setLabel(label), [screen, label]);
  useEffect(() => screen?.setLook(look), [screen, look]);
  useEffect(() => {
    if (isActive && screen !== null && !isWithin(host.current)) screen.focus();
  }, [isActive, screen]);
  const hasEnded = terminal.exit !== null;
  useEffect(() => screen?.setSize(hasEnded ? null : { cols, rows }), [screen, cols, rows, hasEnded]);
  return (
    <div className={styles["view"]} role="tabpanel" aria-label={label}>
      <div
        className={styles["screen"]}
        dir="ltr"
        data-watching={!mayType || undefined}
        ref={host}
        {...useDropOnTerminal(terminal)}
      />
      {isFinding && screen !== null ? (
        <FindBar
          screen={screen}
          onClose={() => {
            setFinding(false);
            screen.focus();
          }}
        />
      ) : null}
      {mayType || terminal.isReadOnly ? null : (
        <Line text={t("share.viewOnly", { name: terminal.owner ?? "" })} actions={[]} />
      )}
      {isHintShown ? <ClipboardHint isAllowed={look.clipboardWrites} onClose={closeHint} /> : null}
      {terminal.hasLostScreen && !hasEnded ? <LostScreenNotice /> : null}
      <TerminalNotice terminal={terminal} end={end} onRetry={() => screen?.attach()} />
      {isMobile && mayType && screen !== null ? <KeyRow screen={screen} /> : null}
    </div>
  );
}

/** Whether the keyboard is there already, or on the tabs, where it walks on. */
function isWithin(element: Element | null): boolean {
  const focused = document.activeElement;
  return focused?.role === "tab" || element?.contains(focused) === true;
}
