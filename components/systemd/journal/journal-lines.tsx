"use client";

import { useFormatter, useTranslations } from "next-intl";
import { AnsiText } from "@/components/domain/log/ansi-text";
import type { JournalEntry } from "@/lib/contracts/systemd";
import { parseAnsi } from "@/lib/shared/ansi/parse-ansi";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./journal.module.css";

const [graveTo, warningAt, debugAt] = [3, 4, 7];

/** As logs have it: all of the same width. */
const shownTime = {
  month: "short",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
} as const;

function toneOf(priority: number): "bad" | "warn" | "quiet" | undefined {
  if (priority <= graveTo) return "bad";
  if (priority === warningAt) return "warn";
  return priority >= debugAt ? "quiet" : undefined;
}

/** One entry: when, who, what. */
export function JournalLine({ entry }: { entry: JournalEntry }) {
  const t = useTranslations("systemd.journal");
  const format = useFormatter();
  const { at, priority, source, message, is_cut } = entry;
  return (
    <div className={styles["line"]} data-tone={toneOf(priority)} dir="ltr">
      <time className={styles["time"]} dateTime={new Date(at).toISOString()}>
        {format.dateTime(at, shownTime)}
      </time>
      <span className={styles["source"]}>{shownName(source)}</span>
      <span className={styles["message"]}>
        <AnsiText pieces={parseAnsi(message)} renderPiece={shownName} />
        {is_cut ? ` ${t("cut")}` : ""}
      </span>
    </div>
  );
}

/** A few entries, as they are; the newest, which stand last, are in sight. */
export function JournalLines({ entries, isSmall = false }: { entries: readonly JournalEntry[]; isSmall?: boolean }) {
  const t = useTranslations("systemd.details");
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, with keys as well
    <div className={styles["few"]} data-small={isSmall || undefined} role="log" tabIndex={0} aria-label={t("latest")}>
      <div>
        {entries.map((entry) => (
          <JournalLine key={entry.cursor} entry={entry} />
        ))}
      </div>
    </div>
  );
}
