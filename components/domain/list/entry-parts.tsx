import { IconDots, IconShare } from "@tabler/icons-react";
import styles from "./entry-parts.module.css";

/** The mark of a picked entry; the row or tile around it takes the click. */
export function PickBox({ isPicked, isMixed = false }: { isPicked: boolean; isMixed?: boolean }) {
  return <span className={styles["box"]} data-checked={isPicked || undefined} data-mixed={isMixed || undefined} />;
}

/** That a share leads to it. */
export function SharedMark({ label }: { label: string }) {
  return (
    <span className={styles["shared"]} data-tip={label}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of ours, in the color of the words */}
      <IconShare size={13} stroke={1.8} role="img" aria-label={label} />
    </span>
  );
}

type MenuButtonProps = { label: string; className?: string | undefined };

/** Opens an entry's menu: the list hears of it by `data-part`. Keyboards use the menu key on the entry itself. */
export function EntryMenuButton({ label, className = "" }: MenuButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${styles["menu"]} ${className}`}
      data-part="menu"
      aria-label={label}
      aria-haspopup="menu"
    >
      <IconDots size={16} aria-hidden />
    </button>
  );
}
