import { shownName } from "@/lib/shared/shown-name";
import styles from "./search-results.module.css";

type Props = { text: string; ranges: readonly (readonly [number, number])[] };

/** A text with what was found in it marked. */
export function Highlight({ text, ranges }: Props) {
  if (ranges.length === 0) return shownName(text);
  const parts: { from: number; to: number; isFound: boolean }[] = [];
  let end = 0;
  for (const [from, to] of ranges) {
    if (from < end) continue;
    parts.push({ from: end, to: from, isFound: false }, { from, to, isFound: true });
    end = to;
  }
  parts.push({ from: end, to: text.length, isFound: false });
  return parts.map(({ from, to, isFound }) =>
    isFound ? (
      <mark key={from} className={styles["found"]}>
        {shownName(text.slice(from, to))}
      </mark>
    ) : (
      shownName(text.slice(from, to))
    ),
  );
}
