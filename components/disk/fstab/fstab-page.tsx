"use client";

import { Button, SegmentedControl, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { BackLink } from "@/components/layout/back-link";
import { Page } from "@/components/layout/page";
import { QueryState } from "@/components/layout/query-state";
import { RequirePermission } from "@/components/layout/require-permission";
import { useCachedMe } from "@/components/layout/use-me";
import { EmptyState } from "@/components/ui/state/empty-state";
import { api } from "@/lib/client/call";
import { pages } from "@/lib/client/urls";
import { parseFstab, withEntry, type FstabEntry } from "@/lib/shared/fstab";
import { FstabTable } from "./fstab-table";
import styles from "./fstab.module.css";

const EntryDialog = lazyDialog(() => import("./entry-dialog"));
const ReviewDialog = lazyDialog(() => import("./review-dialog"));

type Dialog = { kind: "entry"; index: number | null; entry: FstabEntry | null } | { kind: "review" };
export type LoadedFstab = { path: string; text: string; etag: string };

/** What is mounted at boot: as a table, and as the text that it is. */
export default function FstabPage() {
  const t = useTranslations("disk.fstab");
  const isRoot = useCachedMe()?.is_root === true;
  const fstab = useQuery({
    queryKey: ["disk", "fstab"],
    queryFn: ({ signal }) => api.disk.getFstab({}, { signal }),
    enabled: isRoot,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  return (
    <Page title={t("title")} isWide before={<BackLink href={pages.disks()} label={t("back")} />}>
      <RequirePermission permission="sys_disk_mount">
        {isRoot ? (
          <QueryState query={fstab}>
            {(loaded) => <Fstab loaded={loaded} onReload={async () => void (await fstab.refetch())} />}
          </QueryState>
        ) : (
          <EmptyState title={t("rootOnly")} hint={t("rootOnlyHint")} />
        )}
      </RequirePermission>
    </Page>
  );
}

type Props = { loaded: LoadedFstab; onReload: () => Promise<void> };

function Fstab({ loaded, onReload }: Props) {
  const t = useTranslations("disk.fstab");
  const [draft, setDraft] = useState<string | null>(null);
  const [view, setView] = useState("table");
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const text = draft ?? loaded.text;
  const isChanged = text !== loaded.text;
  const edit = (index: number | null, entry: FstabEntry | null) => setDialog({ kind: "entry", index, entry });
  return (
    <>
      <p className={styles["hint"]}>{t("hint")}</p>
      <div className={styles["tools"]}>
        <SegmentedControl
          size="xs"
          aria-label={t("view")}
          value={view}
          data={[
            { value: "table", label: t("table") },
            { value: "text", label: t("text") },
          ]}
          onChange={setView}
        />
        <Button size="xs" variant="default" leftSection={<IconPlus size={16} />} onClick={() => edit(null, null)}>
          {t("add")}
        </Button>
        <span className={styles["save"]}>
          {isChanged ? (
            <Button size="xs" variant="subtle" onClick={() => setDraft(null)}>
              {t("discard")}
            </Button>
          ) : null}
          <Button size="xs" disabled={!isChanged} onClick={() => setDialog({ kind: "review" })}>
            {t("review")}
          </Button>
        </span>
      </div>
      {view === "table" ? (
        <FstabTable
          lines={parseFstab(text)}
          onEdit={edit}
          onRemove={(index) => setDraft(withEntry(text, index, null))}
        />
      ) : (
        <Textarea
          aria-label={loaded.path}
          value={text}
          autosize
          minRows={10}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          wrap="off"
          classNames={{ input: styles["editor"] ?? "" }}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        />
      )}
      {dialog?.kind === "entry" ? (
        <EntryDialog
          initial={dialog.entry}
          onDone={(entry) => setDraft(withEntry(text, dialog.index, entry))}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog?.kind === "review" ? (
        <ReviewDialog
          loaded={loaded}
          text={text}
          onReload={onReload}
          onSaved={async () => {
            await onReload();
            setDraft(null);
          }}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  );
}
