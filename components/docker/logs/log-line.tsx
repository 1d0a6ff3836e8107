"use client";

import { useFormatter, useTranslations } from "next-intl";
import { memo, type CSSProperties } from "react";
import { parseAnsi, type AnsiStyle } from "@/lib/shared/ansi";
import { hitsIn, splitAt } from "./find-hits";
import { shownTime } from "./shown-time";
import type { ShownLine } from "./use-log";
import styles from "./logs.module.css";

type Props = {
  line: ShownLine;
  pattern: RegExp | null;
  isCurrent: boolean;
  hasTime: boolean;
  isWrapped: boolean;
};

/** One line of a log, in its colours. */
export const LogLineView = memo(function LogLineView({ line, pattern, isCurrent, hasTime, isWrapped }: Props) {
  const t = useTranslations("dockerLog");
  const format = useFormatter();
  const { at, err, text, cut, plain, skipped, mark } = line;
  const hits = hitsIn(plain, pattern);
  let from = 0;
  const pieces = parseAnsi(text).map(({ text: piece, style }) => {
    const parts = splitAt(piece, from, hits);
    from += piece.length;
    return { parts, style };
  });
  if (mark !== null)
    return (
      <div className={styles["mark"]} role="note">
        {t(mark.kind, { at: format.dateTime(mark.at, shownTime) })}
      </div>
    );
  return (
    <>
      {skipped === 0 ? null : <div className={styles["skipped"]}>{t("skipped", { count: skipped })}</div>}
      <div
        className={styles["line"]}
        data-err={err || undefined}
        data-current={isCurrent || undefined}
        data-time={hasTime || undefined}
        data-wrapped={isWrapped || undefined}
        dir="ltr"
      >
        {hasTime ? (
          <time className={styles["time"]} dateTime={at} data-tip={at}>
            {at === "" ? "" : format.dateTime(Date.parse(at), shownTime)}
          </time>
        ) : null}
        <span className={styles["text"]}>
          {err ? <span className="visually-hidden">stderr: </span> : null}
          {pieces.map(({ parts, style }, index) => (
            <span key={index} className={styles["piece"]} {...lookOf(style)}>
              {parts.map((part, place) => (part.isHit ? <mark key={place}>{part.text}</mark> : part.text))}
            </span>
          ))}
          {cut ? ` ${t("cut")}` : ""}
        </span>
      </div>
    </>
  );
});

/** The sixteen colours of a terminal are the theme's; others are as they were asked for. */
function lookOf({ color, background, isBold, isDim, isItalic, isUnderlined }: AnsiStyle) {
  const style: CSSProperties = {
    ...(typeof color === "string" ? { color } : {}),
    ...(typeof background === "string" ? { background } : {}),
    ...(isBold ? { fontWeight: 600 } : {}),
    ...(isDim ? { opacity: 0.7 } : {}),
    ...(isItalic ? { fontStyle: "italic" } : {}),
    ...(isUnderlined ? { textDecoration: "underline" } : {}),
  };
  return {
    style,
    "data-color": typeof color === "number" ? color % 8 : undefined,
    "data-background": typeof background === "number" ? background % 8 : undefined,
  };
}
