"use client";

import { useFormatter, useTranslations } from "next-intl";
import { memo } from "react";
import { AnsiText } from "@/components/domain/log/ansi-text";
import { parseAnsi } from "@/lib/shared/ansi/parse-ansi";
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
          <AnsiText
            pieces={parseAnsi(text)}
            renderPiece={(piece, from) =>
              splitAt(piece, from, hits).map((part, place) =>
                part.isHit ? <mark key={place}>{part.text}</mark> : part.text,
              )
            }
          />
          {cut ? ` ${t("cut")}` : ""}
        </span>
      </div>
    </>
  );
});
