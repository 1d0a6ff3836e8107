import { useTranslations } from "next-intl";
import type { Belonging, Belongings } from "@/lib/contracts/belongings";
import styles from "./user.module.css";

type Props = { counts: Belongings; lead: string; stays?: string };

/** What is deleted with a user or a role, of which there is any, and what is not. */
export function BelongingsSummary({ counts, lead, stays }: Props) {
  const t = useTranslations("user.belongings");
  // The contract names no others.
  const found = (Object.entries(counts) as [Belonging, number][]).filter(([, count]) => count > 0); // keys are strings to the compiler
  return (
    <>
      <p>{lead}</p>
      {found.length === 0 ? null : (
        <>
          <p>{t("goes")}</p>
          <ul className={styles["belongings"]}>
            {found.map(([name, count]) => (
              <li key={name}>{t(name, { count })}</li>
            ))}
          </ul>
        </>
      )}
      {stays === undefined ? null : <p>{stays}</p>}
    </>
  );
}
