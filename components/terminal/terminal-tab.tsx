"use client";

import { IconCircleCheck, IconTerminal2, IconUsers } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { KeyboardEvent } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { TabClose } from "@/components/ui/tab-close";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { showToast } from "@/components/ui/toast/toast-store";
import type { TerminalInfo } from "@/lib/contracts/terminal";
import { shownName } from "@/lib/shared/shown-name";
import { RecordedDot } from "./recording/recorded-mark";
import { setDock } from "./dock-store";
import { areIdle, endTerminal, nameOf } from "./terminal-store";
import styles from "./terminal.module.css";

/** Ends terminals, after a question where a program is at work in one of them, or may be. */
export function useEndTerminals() {
  const t = useTranslations("terminal");
  const errorText = useErrorText();
  return async (terminals: readonly TerminalInfo[]) => {
    const running = terminals.filter(({ exit, owner }) => exit === null && owner === null);
    const [first, ...others] = running;
    const mayEnd =
      first === undefined ||
      (await areIdle(running).catch(() => false)) ||
      (await openConfirm({
        title:
          others.length > 0
            ? t("endManyTitle", { count: others.length + 1 })
            : t("endTitle", { name: shownName(nameOf(first)) }),
        body: t("endBody"),
        confirmLabel: t("endConfirm"),
        danger: true,
      }));
    if (!mayEnd) return;
    await Promise.all(terminals.map(endTerminal)).catch((error: unknown) =>
      showToast({ kind: "error", message: errorText(error) }),
    );
  };
}

type Props = {
  /** One, or those that share the tab. */
  terminals: readonly TerminalInfo[];
  isCurrent: boolean;
  activeId: string | null;
};

export function TerminalTab({ terminals, isCurrent, activeId }: Props) {
  const t = useTranslations("terminal");
  const end = useEndTerminals();
  const terminal = terminals.find(({ id }) => id === activeId) ?? terminals[0];
  if (terminal === undefined) return null;
  const isRecorded = terminals.some((one) => one.isRecorded);
  const hasEnded = terminals.every(({ exit }) => exit !== null);
  const isFine = terminals.every(({ exit }) => exit?.code === 0);
  const endAll = () => void end(terminals); // it shows its own failures
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const list = event.currentTarget.closest("[role=tablist]");
    const all = [...(list?.querySelectorAll<HTMLElement>("[role=tab]") ?? [])];
    const isRtl = document.documentElement.dir === "rtl";
    const step = { ArrowLeft: isRtl ? 1 : -1, ArrowRight: isRtl ? -1 : 1 }[event.key];
    const next = step === undefined ? undefined : all[all.indexOf(event.currentTarget) + step];
    if (event.key === "Delete") endAll();
    if (next === undefined) return;
    event.preventDefault();
    next.click();
    next.focus();
  };
  return (
    <div
      className={styles["tab"]}
      role="presentation"
      data-current={isCurrent || undefined}
      data-ended={hasEnded ? (isFine ? "fine" : "failed") : undefined}
      onAuxClick={({ button }) => button === 1 && endAll()}
    >
      <button
        type="button"
        role="tab"
        aria-selected={isCurrent}
        tabIndex={isCurrent ? 0 : -1}
        className={styles["show"]}
        data-tip={isRecorded ? t("recorded") : (terminal.folder ?? undefined)}
        onClick={() => setDock({ activeId: terminal.id })}
        onKeyDown={onKeyDown}
      >
        {terminal.owner === null && terminal.guests.length === 0 ? (
          isFine ? (
            <IconCircleCheck size={15} />
          ) : (
            <IconTerminal2 size={15} />
          )
        ) : (
          <IconUsers size={15} />
        )}
        <bdi>{shownName(nameOf(terminal))}</bdi>
        {terminal.owner === null ? null : <bdi className={styles["owner"]}>{terminal.owner}</bdi>}
        {isRecorded ? (
          <>
            <RecordedDot />
            <span className="visually-hidden">{t("recorded")}</span>
          </>
        ) : null}
        {terminals.length > 1 ? <span className={styles["count"]}>{terminals.length}</span> : null}
      </button>
      {/* Del on the tab does the same. */}
      <TabClose tip={t(terminal.owner !== null ? "share.leave" : hasEnded ? "close" : "end")} onClose={endAll} />
    </div>
  );
}
