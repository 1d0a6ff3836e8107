import { IconExclamationCircle } from "@tabler/icons-react";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./problem.module.css";

/** One line that says why what was pressed failed; read out when it appears. */
export function Problem({ message }: { message: string }) {
  return (
    <div className={styles["problem"]} role="alert" data-problem>
      <IconExclamationCircle size={16} aria-hidden />
      <span dir="auto">{shownName(message)}</span>
    </div>
  );
}
