import { Button } from "@mantine/core";
import Link from "next/link";
import styles from "./pager.module.css";

type Step = { label: string; href: string };

/** Below a list with the newest first: back to those, and on to the next older page. Null where there is no such way. */
export function Pager({ label, newest, older }: { label: string; newest: Step | null; older: Step | null }) {
  if (newest === null && older === null) return null;
  return (
    <nav className={styles["pager"]} aria-label={label}>
      {[newest, older].map((step) =>
        step === null ? null : (
          <Button key={step.label} component={Link} href={step.href} variant="default">
            {step.label}
          </Button>
        ),
      )}
    </nav>
  );
}
