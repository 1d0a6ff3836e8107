"use client";

import { Button } from "@mantine/core";
import { IconAlertTriangle, IconFolderSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { TextList } from "@/components/ui/text-list";
import { grantFolder } from "@/lib/contracts/fields";
import { useCan } from "@/components/layout/use-can";
import { useListTexts } from "@/components/layout/use-list-texts";
import type { Grants } from "./grants";
import { useFolderText, useMissingFolders } from "./use-folders";
import styles from "./grants.module.css";

const FolderDialog = lazyDialog(() => import("./folder-dialog"));

const lists = [
  { field: "access_dirs", text: "access" },
  { field: "only_read_dirs", text: "onlyRead" },
  { field: "not_access_dirs", text: "notAccess" },
] as const;

type List = (typeof lists)[number];
type Props = { value: Grants; onChange: (patch: Partial<Grants>) => void };

/** The three folder lists of a role or a user: typed, or chosen by who may read files. */
export function ScopeFields({ value, onChange }: Props) {
  const t = useTranslations("role.scopes");
  const tUi = useTranslations("ui");
  const texts = useListTexts();
  const can = useCan();
  const folderText = useFolderText(lists.flatMap(({ field }) => value[field]));
  const missing = useMissingFolders(lists.flatMap(({ field }) => value[field]));
  const [chosenFor, setChosenFor] = useState<List | null>(null);
  const choose = ({ field }: List, path: string) => {
    if (!value[field].includes(path)) onChange({ [field]: [...value[field], path] });
    setChosenFor(null);
  };
  return (
    <div className={styles["lists"]}>
      {lists.map((list) => (
        <TextList
          key={list.field}
          label={t(list.text)}
          inputLabel={t("addTo", { list: t(list.text) })}
          placeholder="/srv/files"
          value={value[list.field]}
          validate={(path) => (grantFolder.safeParse(path).success ? null : tUi("absolutePath"))}
          onChange={(paths) => onChange({ [list.field]: [...paths] })}
          texts={texts}
          shownAs={folderText}
          renderNote={(path) =>
            missing.has(path) ? (
              <span className={styles["missing"]}>
                <IconAlertTriangle size={14} aria-hidden /> {t("missing")}
              </span>
            ) : null
          }
          tools={
            can("file_read") ? (
              <Button
                variant="default"
                leftSection={<IconFolderSearch size={16} />}
                aria-label={t("chooseFor", { list: t(list.text) })}
                onClick={() => setChosenFor(list)}
              >
                {t("choose")}
              </Button>
            ) : null
          }
        />
      ))}
      {chosenFor === null ? null : (
        <FolderDialog
          title={t("chooseFor", { list: t(chosenFor.text) })}
          onChoose={(path) => choose(chosenFor, path)}
          onClose={() => setChosenFor(null)}
        />
      )}
    </div>
  );
}
