"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { openHostTerminal } from "@/components/domain/terminal/open-host-terminal";
import { useErrorText } from "@/components/layout/use-error-text";
import { showToast } from "@/components/ui/toast/toast-store";
import type { ChannelEnd } from "@/lib/contracts/channel";
import type { TerminalInfo } from "@/lib/contracts/terminal";
import { AppError } from "@/lib/shared/errors";
import { useEndTerminals } from "./terminal-tab";
import { endTerminal } from "./terminal-store";
import styles from "./terminal.module.css";

type Props = { terminal: TerminalInfo; end: ChannelEnd | null; onRetry: () => void };

/** Why nothing more will come, and what can be done about it. */
export function TerminalNotice({ terminal, end, onRetry }: Props) {
  const t = useTranslations("terminal");
  const errorText = useErrorText();
  const endTerminals = useEndTerminals();
  const { exit, hostId } = terminal;
  const close = () => void endTerminals([terminal]); // shows its own failures
  if (exit !== null) {
    const { code, signal } = exit;
    if (code === null && signal === null && hostId !== null) return <LostHost terminal={terminal} hostId={hostId} />;
    const text =
      code !== null
        ? t(code === 0 ? "exited" : "exitedCode", { code })
        : signal === null
          ? t("lost")
          : t("exitedSignal", { signal });
    return <Line text={text} actions={[[t("close"), close]]} />;
  }
  if (end === null || end.why === "ended") return null;
  if (!("error" in end)) return <Line text={t("lost")} actions={[[t("reconnect"), onRetry]]} />;
  const text = end.error === "terminal/gone" ? t("gone") : errorText(new AppError(end.error, end.params));
  return <Line text={text} actions={[[t("reconnect"), onRetry]]} />;
}

/** Its screen was emptied on the server; until somebody has read it. */
export function LostScreenNotice() {
  const t = useTranslations("terminal");
  const [isRead, setRead] = useState(false);
  return isRead ? null : <Line text={t("screenLost")} actions={[[t("restarted.dismiss"), () => setRead(true)]]} />;
}

/** A new shell on the host takes the place of the one whose connection was lost. */
function LostHost({ terminal, hostId }: { terminal: TerminalInfo; hostId: string }) {
  const t = useTranslations("terminal");
  const errorText = useErrorText();
  const attempt = (work: () => Promise<void>) => () => {
    work().catch((error: unknown) => showToast({ kind: "error", message: errorText(error) }));
  };
  const reconnect = async () => {
    if (await openHostTerminal(hostId)) await endTerminal(terminal);
  };
  return (
    <Line
      text={t("lost")}
      actions={[
        [t("reconnect"), attempt(reconnect)],
        [t("close"), attempt(() => endTerminal(terminal))],
      ]}
    />
  );
}

type LineProps = { text: string; actions: readonly (readonly [label: string, run: () => void])[] };

export function Line({ text, actions }: LineProps) {
  return (
    <div className={styles["notice"]}>
      <output>{text}</output>
      {actions.map(([label, run]) => (
        <button key={label} type="button" className={styles["action"]} onClick={run}>
          {label}
        </button>
      ))}
    </div>
  );
}
