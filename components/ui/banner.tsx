import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle, IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./banner.module.css";

const icons = {
  error: IconExclamationCircle,
  warning: IconAlertTriangle,
  success: IconCircleCheck,
  info: IconInfoCircle,
};

type Props = { kind: keyof typeof icons; title?: string; children: ReactNode };

/** A message that stays in its place. Failures are announced at once. */
export function Banner({ kind, title, children }: Props) {
  const Icon = icons[kind];
  return (
    <div
      className={styles["banner"]}
      data-kind={kind}
      role={kind === "error" || kind === "warning" ? "alert" : undefined}
    >
      <Icon size={18} aria-hidden />
      <div className={styles["words"]}>
        {title === undefined ? null : <strong>{title}</strong>}
        <div>{children}</div>
      </div>
    </div>
  );
}
