/* oxlint-disable jsx-a11y/prefer-tag-over-role -- browsers draw a <meter> as they like */

import styles from "./use-bar.module.css";

/** Above these it is more than a figure. */
const levels = [
  { from: 0.95, tone: "bad" },
  { from: 0.85, tone: "warn" },
] as const;

/** Of a share from 0 to 1; undefined where it is nothing out of the ordinary. */
export const toneOf = (share: number) => levels.find(({ from }) => share >= from)?.tone;

/** How much of something is taken, from 0 to 1. */
export function UseBar({ share, label, isPlain = false }: { share: number; label: string; isPlain?: boolean }) {
  const tone = isPlain ? undefined : toneOf(share);
  const percent = Math.min(100, Math.max(0, share * 100));
  return (
    <span
      className={styles["bar"]}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      data-tone={tone}
    >
      <span style={{ inlineSize: `${percent}%` }} />
    </span>
  );
}
