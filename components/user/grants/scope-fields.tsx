"use client";

import { useTranslations } from "next-intl";
import { TextList } from "@/components/ui/text-list";
import { hostPath } from "@/lib/contracts/fields";
import { useListTexts } from "@/components/layout/use-list-texts";
import type { Grants } from "./grants";
import styles from "./grants.module.css";

const lists = [
  { field: "access_dirs", text: "access" },
  { field: "only_read_dirs", text: "onlyRead" },
  { field: "not_access_dirs", text: "notAccess" },
] as const;

type Props = { value: Grants; onChange: (patch: Partial<Grants>) => void };

/** The three folder lists of a role or a user. */
export function ScopeFields({ value, onChange }: Props) {
  const t = useTranslations("role.scopes");
  const tUi = useTranslations("ui");
  const texts = useListTexts();
  return (
    <div className={styles["lists"]}>
      {lists.map(({ field, text }) => (
        <TextList
          key={field}
          label={t(text)}
          inputLabel={t("addTo", { list: t(text) })}
          placeholder="/srv/files"
          value={value[field]}
          validate={(path) => (hostPath.safeParse(path).success ? null : tUi("absolutePath"))}
          onChange={(paths) => onChange({ [field]: [...paths] })}
          texts={texts}
        />
      ))}
    </div>
  );
}
