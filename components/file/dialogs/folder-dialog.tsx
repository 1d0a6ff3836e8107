"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconChevronUp, IconFolder } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRoots } from "@/components/file/hooks/use-roots";
import { QueryState } from "@/components/layout/query-state";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { useKitTexts } from "@/components/ui/kit-texts";
import { api } from "@/lib/client/call";
import { isEntryName, joinVirtualPath, nameOf, parentOf, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import type { FolderQuestion } from "./folder-question";
import styles from "./folder-dialog.module.css";

/** As many as a person looks through; the rest is reached by its folder's page. */
const maxShown = 2000;

/** Walks through the places and their folders to one of them. */
export default function FolderDialog({ question }: { question: FolderQuestion }) {
  const t = useTranslations("file.chooseFolder");
  const texts = useKitTexts();
  const [path, setPath] = useState<VirtualPath | null>(question.start ?? null);
  const roots = useRoots();
  const noteOf = (id: string) => roots.data?.find((root) => root.id === id)?.note ?? id;
  const shown = path === null ? t("places") : parentOf(path) === null ? noteOf(path) : nameOf(path);
  return (
    <DialogCard
      title={question.title}
      onClose={() => question.answer(null)}
      footer={
        <>
          <Button variant="default" onClick={() => question.answer(null)}>
            {texts.cancel}
          </Button>
          <Button disabled={path === null} onClick={() => question.answer(path)}>
            {question.confirmLabel}
          </Button>
        </>
      }
    >
      <div className={styles["head"]}>
        <Button
          variant="default"
          size="compact-sm"
          disabled={path === null}
          leftSection={<IconChevronUp size={16} />}
          onClick={() => setPath(path === null ? null : parentOf(path))}
        >
          {t("up")}
        </Button>
        <bdi className={styles["here"]}>{shown}</bdi>
      </div>
      {path === null ? (
        <QueryState query={roots} rows={4}>
          {(all) => (
            <FolderList
              folders={all.map(({ id, note }) => ({ id, text: note }))}
              onOpen={(id) => setPath(parseVirtualPath(id))}
            />
          )}
        </QueryState>
      ) : (
        <SubFolders key={path} path={path} onOpen={setPath} />
      )}
    </DialogCard>
  );
}

function SubFolders({ path, onOpen }: { path: VirtualPath; onOpen: (path: VirtualPath) => void }) {
  const folders = useQuery({
    queryKey: ["file", "folders", path],
    queryFn: async ({ signal }) => {
      const answer = await api.file.get({ path, sort: "name" }, { signal });
      return "folders" in answer ? answer.folders.slice(0, maxShown).map(({ name }) => name) : [];
    },
    gcTime: 0,
  });
  return (
    <QueryState query={folders} rows={4}>
      {(names) => (
        <FolderList
          folders={names.map((name) => ({ id: name, text: name }))}
          onOpen={(name) => isEntryName(name) && onOpen(joinVirtualPath(path, name))}
        />
      )}
    </QueryState>
  );
}

type ListProps = { folders: readonly { id: string; text: string }[]; onOpen: (id: string) => void };

function FolderList({ folders, onOpen }: ListProps) {
  const t = useTranslations("file.chooseFolder");
  if (folders.length === 0) return <p className={styles["none"]}>{t("none")}</p>;
  return (
    <ul className={styles["list"]}>
      {folders.map(({ id, text }) => (
        <li key={id}>
          <button type="button" className={styles["folder"]} onClick={() => onOpen(id)}>
            <IconFolder size={18} stroke={1.6} aria-hidden />
            <bdi>{text}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}
