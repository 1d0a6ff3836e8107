import { IconChevronLeft } from "@tabler/icons-react";
import Link from "next/link";
import styles from "./back-link.module.css";

type Props = { label: string } & ({ href: string } | { onClick: () => void });

/** Above a page's title: to the list that it belongs to. */
export function BackLink({ label, ...to }: Props) {
  const content = (
    <>
      <IconChevronLeft size={16} data-flip aria-hidden /> {label}
    </>
  );
  if ("href" in to)
    return (
      <Link href={to.href} className={styles["back"]}>
        {content}
      </Link>
    );
  return (
    <button type="button" className={styles["back"]} onClick={to.onClick}>
      {content}
    </button>
  );
}
