"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { FilterField } from "@/components/domain/list/filter-field";
import { makeNaturalCompare } from "@/components/domain/entry/natural-compare";
import { filterRows, isFolder, sortRows, type SortOrder } from "@/components/domain/entry/sort-rows";
import { useWords } from "@/components/domain/entry/words";
import { startDownload } from "@/components/domain/verbs/download-entries";
import { lazyScreen } from "@/components/layout/lazy-screen";
import { openPrompt } from "@/components/ui/dialog/dialog-store";
import { Banner } from "@/components/ui/banner";
import { EmptyState } from "@/components/ui/state/empty-state";
import { ticketQuery } from "@/components/domain/viewing/use-inline-url";
import { urls } from "@/lib/client/urls";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import { ArchiveCrumbs } from "./archive-crumbs";
import { ArchiveList } from "./archive-list";
import { ArchiveSelection } from "./archive-selection";
import type { ArchiveRow } from "./archive-tree";
import type { Reading, useArchive } from "./use-archive";
import styles from "./archive.module.css";

const OpenDetached = lazyScreen(() => import("@/components/domain/viewing/open-detached"));

type Props = {
  path: VirtualPath;
  /** The folder in the archive that is looked at. */
  at: string;
  archive: NonNullable<ReturnType<typeof useArchive>["data"]>;
  reading: Reading;
  open: number | null;
  onGo: (at: string) => void;
  onOpen: (number: number | null) => void;
  onPassword: (password: string) => void;
};

/** One folder of an archive. */
export function ArchiveContent({ path, at, archive, reading, open, onGo, onOpen, onPassword }: Props) {
  const t = useTranslations("archive");
  const words = useWords();
  const locale = useLocale();
  const [sort, setSort] = useState<SortOrder>("name");
  const [filter, setFilter] = useState("");
  const [picked, setPicked] = useState<ReadonlySet<ArchiveRow>>(new Set());
  const field = useRef<HTMLInputElement>(null);
  const content = useRef<HTMLDivElement>(null);
  // Of each folder anew: the row that was opened is gone, and with it the focus.
  useEffect(() => content.current?.querySelector<HTMLElement>("[data-open-row]")?.focus(), []);
  const compare = useMemo(() => makeNaturalCompare(locale), [locale]);
  const all = useMemo(() => sorted(archive.tree.get(at) ?? [], sort, compare), [archive.tree, at, sort, compare]);
  const rows = useMemo(
    () => filterRows(all, { text: filter, showHidden: true }) as readonly ArchiveRow[],
    [all, filter],
  ); // a part of what it got
  const ticket = useQuery(ticketQuery(path));
  const urlOf = (row: Pick<ArchiveRow, "number">, inline: boolean) =>
    ticket.data === undefined || row.number === null
      ? null
      : urls.archiveEntry(path, row.number, { ticket: ticket.data.ticket, open: archive.head.open, inline });

  /** Its names can be read without the password; what is in it cannot. */
  const unlock = async (row: ArchiveRow) => {
    if (!row.isEncrypted || reading.password !== null) return true;
    const title = words.t("archivePassword.title", { name: nameOf(path) });
    const password = await openPrompt({ title, label: words.t("archivePassword.label"), type: "password" });
    if (password !== null) onPassword(password);
    return false;
  };
  const act = async (row: ArchiveRow) => {
    if (isFolder(row)) onGo(row.at);
    else if (row.kind === "file" && (await unlock(row))) onOpen(row.number);
  };
  const take = async (row: ArchiveRow) => {
    const url = urlOf(row, false);
    if (url !== null && (await unlock(row))) startDownload(url);
  };

  return (
    <div ref={content} className={styles["content"]}>
      <div className={styles["head"]}>
        <ArchiveCrumbs name={nameOf(path)} at={at} onGo={onGo} />
        <FilterField filter={filter} field={field} onFilter={setFilter} />
      </div>
      {archive.isCut ? <Banner kind="warning">{t("cut", { count: archive.count })}</Banner> : null}
      {rows.length === 0 ? (
        <EmptyState title={t(filter === "" ? "empty" : "noMatch")} />
      ) : (
        <ArchiveList
          rows={rows}
          sort={sort}
          picked={picked}
          onSort={setSort}
          onPick={setPicked}
          onOpen={(row) => void act(row)} // nothing in it rejects
          onDownload={(row) => void take(row)} // as above
        />
      )}
      {picked.size === 0 ? null : (
        <ArchiveSelection path={path} picked={picked} reading={reading} onClear={() => setPicked(new Set())} />
      )}
      {open === null ? null : (
        <OpenDetached key={open} rows={rows} number={open} urlOf={urlOf} onOpen={onOpen} onClose={() => onOpen(null)} />
      )}
    </div>
  );
}

function sorted(rows: readonly ArchiveRow[], sort: SortOrder, compare: ReturnType<typeof makeNaturalCompare>) {
  const listing = {
    folders: rows.filter(isFolder),
    files: rows.filter((row) => !isFolder(row)),
    writable: false,
    cursor: null,
    stamp: 0,
  };
  return sortRows(listing, sort, compare) as readonly ArchiveRow[]; // the same ones in another order
}
