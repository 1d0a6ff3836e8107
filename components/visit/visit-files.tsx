"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRouter, useSearchParams } from "next/navigation";
import { Suspense, useMemo } from "react";
import { lazyScreen } from "@/components/layout/lazy-screen";
import { QueryState } from "@/components/layout/query-state";
import { EntrySourceContext, type EntrySource } from "@/components/domain/entry/entry-source";
import { isFolder, sortRows } from "@/components/domain/entry/sort-rows";
import { makeNaturalCompare } from "@/components/domain/entry/natural-compare";
import { readmeOf } from "@/components/domain/markdown/readme-of";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { EmptyState } from "@/components/ui/state/empty-state";
import { pages, urls } from "@/lib/client/urls";
import type { FileEntry, FolderListing } from "@/lib/contracts/file";
import type { VisitedShare } from "@/lib/contracts/share";
import {
  decodeInQuery,
  nameOf,
  parentOf,
  parseVirtualPath,
  type EntryName,
  type VirtualPath,
} from "@/lib/shared/paths";
import { useVisitFolder } from "./use-visit";
import { VisitHead } from "./visit-head";
import { VisitRowsView } from "./visit-rows-view";
import { VisitSingle } from "./visit-single";
import { inShare } from "./visit-path";

const VisitOpen = lazyScreen(() => import("./visit-open"));
const VisitReadme = lazyPart(() => import("./visit-readme"));

type Props = { link: string; share: VisitedShare };

/** The shared entries; `?in=` is the folder that is looked at, `&open=` the file. */
export function VisitFiles({ link, share }: Props) {
  const t = useTranslations("visit");
  const router = useRouter();
  const params = useSearchParams();
  const { entries, mode } = share;
  const [only] = entries;
  const single = entries.length === 1 ? only : undefined;
  // A single folder is the page itself.
  const start = single !== undefined && isFolder(single) ? parseVirtualPath(single.name) : null;
  const wanted = decodeInQuery(params.get("in") ?? "");
  const folder = wanted === null || wanted === "" ? start : parseVirtualPath(wanted);
  const opened = params.get("open");
  const open = opened === null ? null : decodeInQuery(opened);
  const go = (to: VirtualPath | null, name?: string) => router.push(pages.visit(link, to ?? "", name));
  const listing = useVisitFolder(link, folder);
  const source: EntrySource = useMemo(
    () => ({
      inlineUrl: (path, version) => urls.visitInline(link, inShare(path), version),
      thumbnailUrl: (path, wanted) =>
        share.downloads_left === null ? urls.visitThumbnail(link, inShare(path), wanted) : null,
      pageOf: (path, isFile) => {
        const [parent, name] = [parentOf(path) ?? path, nameOf(path)];
        return isFile ? pages.visit(link, inShare(parent), name) : pages.visit(link, inShare(path));
      },
      downloadUrl: (path) => (mode === "download" ? urls.visitDownload(link, inShare(path)) : null),
    }),
    [link, mode, share.downloads_left],
  );
  const shown =
    folder === null ? { folders: entries.filter(isFolder), files: entries.filter(notFolder) } : listing.data;
  const rows = useRows(shown);
  // Where downloads are counted, showing it would be one.
  const readme = share.downloads_left === null ? readmeOf(listing.data?.files ?? []) : undefined;

  if (entries.length === 0) return <EmptyState title={t("nothing")} hint={t("goneHint")} />;
  return (
    <EntrySourceContext value={source}>
      <VisitHead
        link={link}
        share={share}
        folder={folder}
        start={start}
        // Not known yet, or it cannot be.
        count={shown === undefined ? null : rows.length}
        hasContent={listing.error === null && (shown === undefined || rows.length > 0)}
      />
      {single !== undefined && start === null ? (
        <VisitSingle link={link} share={share} entry={single} onOpen={() => go(null, single.name)} />
      ) : (
        <QueryState query={folder === null ? { ...listing, data: shown, error: null } : listing}>
          {() =>
            rows.length === 0 ? (
              <EmptyState title={t("empty")} />
            ) : (
              <VisitRowsView
                link={link}
                rows={rows}
                folder={folder}
                canDownload={mode === "download"}
                // Where downloads are counted, showing a picture would be one.
                hasPictures={share.downloads_left === null}
              />
            )
          }
        </QueryState>
      )}
      {folder === null || readme === undefined ? null : (
        <Suspense>
          <VisitReadme link={link} folder={folder} entry={readme} />
        </Suspense>
      )}
      {open === null || rows.length === 0 ? null : (
        <VisitOpen
          key={open}
          link={link}
          folder={folder}
          name={open as EntryName} // looked up among the rows; another one shows that it is gone
          entries={rows}
          onClose={() => go(folder)}
          onNavigate={(name) => router.replace(pages.visit(link, folder ?? "", name))}
        />
      )}
    </EntrySourceContext>
  );
}

const notFolder = (entry: FileEntry) => !isFolder(entry);

function useRows(listing: Pick<FolderListing, "folders" | "files"> | undefined): readonly FileEntry[] {
  const locale = useLocale();
  const compare = useMemo(() => makeNaturalCompare(locale), [locale]);
  return useMemo(
    () =>
      listing === undefined ? [] : sortRows({ ...listing, writable: false, cursor: null, stamp: 0 }, "name", compare),
    [listing, compare],
  );
}
