import { useTranslations } from "next-intl";
import { shownName } from "@/lib/shared/shown-name";
import { changeWords } from "./change-words";
import { isNamedField } from "./named-fields";
import styles from "./audit.module.css";

/** Which fields an action changed, and what it gave and took. */
export function EntryChanges({ text }: { text: string }) {
  const t = useTranslations("audit");
  const tPermission = useTranslations("permissions");
  if (text === "") return null;
  const words = changeWords(text, {
    fieldOf: (name) => (isNamedField(name) ? t(`fields.${name}`) : null),
    permissionOf: (name) => tPermission(`${name}.name`),
  });
  return (
    <div className={styles["target"]}>
      <bdi>{t("changed", { what: shownName(words) })}</bdi>
    </div>
  );
}
