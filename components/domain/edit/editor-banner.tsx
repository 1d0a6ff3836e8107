"use client";

import { Button } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { requestIdOf, useErrorText } from "@/components/layout/use-error-text";
import { isAppError } from "@/lib/shared/errors";
import { BannerLine } from "./banner-line";
import type { EditorState } from "./editor-state";
import type { EditorSession } from "./use-editor-session";
import styles from "./editor-banner.module.css";

type Props = {
  state: EditorState;
  session: EditorSession;
  isReadOnly: boolean;
  /** On the button that shows the version on disk. */
  compareLabel: string;
  onSave: () => void;
  onSaveUtf8: () => void;
  /** The choice is made and its button gone: the focus goes on in the text. */
  onDone: () => void;
};

/** A line above the text when something happened that the user has to know: what, and the choices. */
export function EditorBanner({ state, session, isReadOnly, compareLabel, onSave, onSaveUtf8, onDone }: Props) {
  const t = useTranslations("editor");
  const tUi = useTranslations("ui");
  const format = useFormatter();
  const errorText = useErrorText();
  const { phase } = state;
  const then = (act: () => void) => () => {
    act();
    onDone();
  };
  switch (phase.at) {
    case "idle":
    case "saving":
    case "comparing":
      return null;
    case "draft":
      return (
        <BannerLine
          text={t("draftFound", {
            when: format.dateTime(phase.draft.atMs, { dateStyle: "medium", timeStyle: "short" }),
          })}
        >
          <Button size="xs" onClick={then(() => session.restore(phase.draft))}>
            {t("draftRestore")}
          </Button>
          <Button size="xs" variant="default" onClick={then(session.dismiss)}>
            {t("draftDiscard")}
          </Button>
        </BannerLine>
      );
    case "outdated":
      return (
        <BannerLine text={t("changedOnDisk")}>
          <Button size="xs" onClick={() => void session.compare()}>
            {compareLabel}
          </Button>
          <Button size="xs" variant="default" onClick={then(session.dismiss)}>
            {t("later")}
          </Button>
        </BannerLine>
      );
    case "gone":
      return (
        <BannerLine text={t("goneOnDisk")}>
          {isReadOnly ? null : (
            <Button size="xs" onClick={then(onSave)}>
              {t("saveAgain")}
            </Button>
          )}
        </BannerLine>
      );
    case "failed":
      break;
  }
  const requestId = requestIdOf(phase.error);
  // Trying again would fail again.
  const isUnfit = isAppError(phase.error) && phase.error.key === "file/encoding" && state.write.encoding !== "utf-8";
  return (
    <BannerLine
      isBad
      text={
        <>
          {t("notSaved", { reason: errorText(phase.error) })}
          {requestId === undefined ? null : <code className={styles["request"]}>{requestId}</code>}
        </>
      }
    >
      {isUnfit ? (
        <Button size="xs" onClick={then(onSaveUtf8)}>
          {t("saveUtf8")}
        </Button>
      ) : (
        <Button size="xs" variant="default" onClick={then(onSave)}>
          {tUi("retry")}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={then(session.dismiss)}>
        {tUi("close")}
      </Button>
    </BannerLine>
  );
}
