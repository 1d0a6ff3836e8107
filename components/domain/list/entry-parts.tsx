import { IconDots } from "@tabler/icons-react";
import styles from "./entry-parts.module.css";

/** The mark of a picked entry; the row or tile around it takes the click. */
export function PickBox({ isPicked, isMixed = false }: { isPicked: boolean; isMixed?: boolean }) {
  return <span className={styles["box"]} data-checked={isPicked || undefined} data-mixed={isMixed || undefined} />;
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
