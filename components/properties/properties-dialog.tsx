"use client";

import { Button } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { placeText } from "@/components/domain/entry/place-text";
import { folderToolRequest } from "@/components/domain/tool/folder-tool-store";
import { titleOf, useRoots } from "@/components/domain/entry/use-roots";
import { QueryState } from "@/components/layout/query-state";
import { useCan } from "@/components/layout/use-can";
import { useFormatSize } from "@/components/layout/use-format-size";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import type { EntryProperties } from "@/lib/contracts/properties";
import { parentOf, type VirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import { AclNote } from "./acl-note";
import { AttributesForm } from "./attributes-form";
import { Checksums } from "./checksums";
import { useContent, useProperties } from "./use-properties";
import styles from "./properties.module.css";

type Props = { request: { path: VirtualPath }; onClose: () => void };

/** Everything that the disk knows of an entry; what the user may change can be changed here. */
export default function PropertiesDialog({ request: { path }, onClose }: Props) {
  const t = useTranslations("properties");
  const properties = useProperties(path);
  const roots = useRoots().data;
  const can = useCan();
  const mayEdit =
    can("filecat_file_context_update") || can("filecat_file_context_update_upload_created_copy_decompression");
  return (
    <DialogCard title={<bdi>{t("title", { name: shownName(titleOf(path, roots)) })}</bdi>} onClose={onClose} size={540}>
      <QueryState query={properties}>
        {(entry) => (
          <>
            <Facts path={path} entry={entry} />
            {entry.kind === "folder" ? <ToolButton tool="spaceMap" path={path} onOpen={onClose} /> : null}
            {entry.kind === "file" && entry.writable && mayEdit ? (
              <ToolButton tool="versions" path={path} onOpen={onClose} />
            ) : null}
            {entry.kind === "file" ? <Checksums path={path} /> : null}
            {entry.acl === null ? null : <AclNote acl={entry.acl} />}
            {entry.kind === "link" ? null : <AttributesForm path={path} entry={entry} onSaved={onClose} />}
          </>
        )}
      </QueryState>
    </DialogCard>
  );
}

type Tool = { tool: "spaceMap" | "versions"; path: VirtualPath; onOpen: () => void };

function ToolButton({ tool, path, onOpen }: Tool) {
  const t = useTranslations("file.action");
  return (
    <p className={styles["open"]}>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          onOpen();
          folderToolRequest.set({ tool, path });
        }}
      >
        {t(tool)}
      </Button>
    </p>
  );
}

function Facts({ path, entry }: { path: VirtualPath; entry: EntryProperties }) {
  const t = useTranslations("properties");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const isFolder = entry.kind === "folder";
  const content = useContent(path, isFolder);
  const time = (timeMs: number) => format.dateTime(timeMs, { dateStyle: "medium", timeStyle: "medium" });
  const sum = content.data;
  const roots = useRoots();
  const facts: (readonly [string, ReactNode])[] = [
    [t("place"), <bdi key="place">{parentOf(path) === null ? "/" : placeText(path, roots.data ?? [])}</bdi>],
    [
      t("size"),
      !isFolder
        ? formatSize(entry.size)
        : sum === undefined
          ? "…"
          : t("content", { size: formatSize(sum.bytes), files: sum.files, folders: sum.folders }),
    ],
    ...(isFolder ? [] : [[t("allocated"), formatSize(entry.allocated)] as const]),
    [t("changed"), time(entry.mtime)],
    [t("read"), time(entry.atime)],
    ...(entry.birthtime === null ? [] : [[t("created"), time(entry.birthtime)] as const]),
    ...(entry.kind === "file" && entry.links > 1 ? [[t("links"), format.number(entry.links)] as const] : []),
  ];
  return (
    <dl className={styles["facts"]}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
