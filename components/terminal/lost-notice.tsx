"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useErrorText } from "@/components/layout/use-error-text";
import { showToast } from "@/components/ui/toast/toast-store";
import { useStore } from "@/components/ui/use-store";
import { shownName } from "@/lib/shared/shown-name";
import { Line } from "./terminal-notice";
import { dismissLost, lostStore, nameOf } from "./terminal-store";

const maxNames = 5;

/** Which terminals a restart of the server has ended. */
export function LostNotice() {
  const t = useTranslations("terminal");
  const format = useFormatter();
  const errorText = useErrorText();
  const lost = useStore(lostStore);
  const [newest] = lost;
  if (newest === undefined) return null;
  const names = lost.slice(0, maxNames).map((terminal) => shownName(nameOf(terminal)));
  const more = lost.length > maxNames ? [t("restarted.more", { count: lost.length - maxNames })] : [];
  const text = t("restarted.text", {
    count: lost.length,
    at: format.dateTime(newest.lostAt, { dateStyle: "medium", timeStyle: "short" }),
    names: format.list([...names, ...more]),
  });
  const dismiss = () => {
    dismissLost().catch((error: unknown) => showToast({ kind: "error", message: errorText(error) }));
  };
  return <Line text={text} actions={[[t("restarted.dismiss"), dismiss]]} />;
}
