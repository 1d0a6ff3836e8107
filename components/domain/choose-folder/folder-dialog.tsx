"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a group without a form */

import { Button, TextInput } from "@mantine/core";
import { IconFolderPlus, IconHistory, IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { folderText } from "@/components/domain/entry/place-text";
import { useErrorText } from "@/components/layout/use-error-text";
import { useCachedMe } from "@/components/layout/use-me";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { useKitTexts } from "@/components/ui/kit-texts";
import { useMedia } from "@/components/ui/use-media";
import { AppError } from "@/lib/shared/errors";
import { rootOf, type VirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import type { FolderQuestion } from "./folder-question";
import { foldersAbove } from "./folder-rows";
import { FolderTree } from "./folder-tree";
import { NewFolderForm } from "./new-folder-form";
import { readTargets, rememberTarget } from "./recent-targets";
import { useFolderSearch } from "./use-folder-search";
import { useFolderTree } from "./use-folder-tree";
import styles from "./folder-dialog.module.css";

const maxRecent = 4;

/** The places and their folders as a tree, with a search, the folders that were chosen lately, and a new one. */
export default function FolderDialog({ question, onClose }: { question: FolderQuestion; onClose: () => void }) {
  const { title, confirmLabel, start, refuse, answer } = question;
  const t = useTranslations("file.chooseFolder");
  const errorText = useErrorText();
  const texts = useKitTexts();
  const userId = useCachedMe()?.id ?? "";
  const isFine = useMedia("(pointer: fine)");
  const [chosen, setChosen] = useState<VirtualPath | null>(start ?? null);
  const [open, setOpen] = useState<ReadonlySet<VirtualPath>>(
    () => new Set(start === undefined ? [] : [...foldersAbove(start), start]),
  );
  const [text, setText] = useState("");
  const [isNaming, setNaming] = useState(false);
  const [recent] = useState(() => readTargets(localStorage, userId).filter((path) => path !== start));
  const tree = useFolderTree(open, chosen);
  const field = useRef<HTMLInputElement>(null);
  const root = rootOf(chosen) ?? tree.places[0]?.path ?? null;
  const search = useFolderSearch({ text, root, places: tree.places });
  const isSearching = text.trim() !== "";
  const roots = tree.places.map(({ path, note }) => ({ id: path, note }));

  const show = (path: VirtualPath) => {
    setText("");
    setOpen((before) => new Set([...before, ...foldersAbove(path)]));
    setChosen(path);
  };
  const toggle = (path: VirtualPath, isOpen: boolean) =>
    setOpen((before) => {
      const after = new Set(before);
      if (isOpen) after.add(path);
      else after.delete(path);
      return after;
    });
  const reason =
    chosen === null
      ? t("chooseOne")
      : (refuse?.(chosen) ??
        (tree.error !== null
          ? errorText(tree.error)
          : tree.isWritable
            ? null
            : errorText(new AppError("file/read-only"))));
  const confirm = () => {
    if (chosen === null || reason !== null) return;
    rememberTarget(localStorage, userId, chosen);
    answer(chosen);
  };
  return (
    <DialogCard
      title={shownName(title)}
      size={520}
      fillsPhone
      onClose={onClose}
      footer={
        <>
          {isNaming ? null : (
            <Button
              className={styles["new"]}
              variant="subtle"
              leftSection={<IconFolderPlus size={17} />}
              disabled={chosen === null || !tree.isWritable}
              onClick={() => setNaming(true)}
            >
              {t("newFolder")}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button disabled={reason !== null} onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <TextInput
        ref={field}
        type="search"
        aria-label={t("search")}
        placeholder={root === null ? t("search") : t("searchIn", { place: shownName(folderText(root, roots)) })}
        leftSection={<IconSearch size={16} />}
        value={text}
        data-autofocus={isFine || undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "Enter") return;
          if (event.nativeEvent.isComposing) return;
          event.preventDefault();
          const [first] = search.data ?? [];
          if (isSearching && first !== undefined) setChosen(first.path);
          if (event.key === "Enter" && !isSearching) confirm();
          else document.getElementById("choose-folder-tree")?.focus();
        }}
      />
      {isSearching || recent.length === 0 ? null : (
        <div className={styles["recent"]} role="group" aria-label={t("recent")}>
          <IconHistory size={16} aria-hidden />
          {recent.slice(0, maxRecent).map((path) => (
            <button key={path} type="button" title={shownName(path)} onClick={() => show(path)}>
              <bdi>{shownName(folderText(path, roots))}</bdi>
            </button>
          ))}
        </div>
      )}
      <FolderTree
        label={title}
        rows={isSearching ? (search.data ?? []) : tree.rows}
        empty={isSearching ? (search.isFetching ? t("searching") : t("nothingFound")) : t("none")}
        unreadable={t("unreadable")}
        chosen={chosen}
        isBusy={search.isFetching || tree.roots.isFetching}
        onChoose={setChosen}
        onToggle={toggle}
        onConfirm={confirm}
        onType={() => field.current?.focus()}
      />
      {isNaming && chosen !== null ? (
        <NewFolderForm
          folder={chosen}
          taken={tree.names}
          onClose={() => setNaming(false)}
          onMade={(path) => {
            setNaming(false);
            setOpen((before) => new Set([...before, chosen]));
            show(path);
            document.getElementById("choose-folder-tree")?.focus();
          }}
        />
      ) : null}
      <p className={styles["reason"]} aria-live="polite">
        {chosen !== null && reason !== null ? reason : null}
      </p>
    </DialogCard>
  );
}
