"use client";

import { useTranslations } from "next-intl";
import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { BackLink } from "@/components/layout/back-link";
import { LogList } from "@/components/domain/log/log-list";
import { Page } from "@/components/layout/page";
import { RequirePermission } from "@/components/layout/require-permission";
import { requestIdOf, useErrorText } from "@/components/layout/use-error-text";
import { EmptyState } from "@/components/ui/state/empty-state";
import { ErrorState } from "@/components/ui/state/error-state";
import { LoadingState } from "@/components/ui/state/loading-state";
import { downloadText } from "@/lib/client/download-text";
import { pages } from "@/lib/client/urls";
import { hrefOf, journalAddressOf, type JournalAddress } from "./journal-filter";
import { JournalLine } from "./journal-lines";
import { JournalTools } from "./journal-tools";
import { useJournal } from "./use-journal";

/** The journal of the machine, or of one unit; what is asked for is in the address. */
export default function JournalPage() {
  const title = useTitle();
  const t = useTranslations("systemd.journal");
  const address = journalAddressOf(useSearchParams());
  return (
    <Page title={title(address)} isFull before={<BackLink href={pages.services()} label={t("back")} />}>
      <RequirePermission permission="sys_view">
        <JournalOf address={address} />
      </RequirePermission>
    </Page>
  );
}

/** Whose it is: a unit's, all that an account's programs say, or the machine's. */
function useTitle() {
  const t = useTranslations("systemd.journal");
  return ({ unit, scope }: JournalAddress) =>
    unit === "" && scope === "" ? t("title") : t("of", { name: unit || scope });
}

function JournalOf({ address }: { address: JournalAddress }) {
  const t = useTranslations("systemd.journal");
  const title = useTitle();
  const router = useRouter();
  const errorText = useErrorText();
  const [isFollowing, setFollowing] = useState(true);
  const { journal, loadEarlier, retry } = useJournal(address, isFollowing);
  const { entries, error } = journal;
  const save = () => {
    const lines = (entries ?? []).map(
      ({ at, source, pid, message }) =>
        `${new Date(at).toISOString()} ${source}${pid === null ? "" : `[${pid}]`}: ${message}`,
    );
    downloadText(`${address.unit === "" ? "journal" : address.unit}.log`, `${lines.join("\n")}\n`);
  };
  return (
    <>
      <JournalTools
        address={address}
        onChange={(next) => router.replace(hrefOf(next))}
        isFollowing={isFollowing}
        onFollow={setFollowing}
        onSave={save}
        isEmpty={entries === null || entries.length === 0}
      />
      {error !== null && entries === null ? (
        <ErrorState title={errorText(error)} requestId={requestIdOf(error)} onRetry={retry} />
      ) : entries === null ? (
        <LoadingState rows={12} />
      ) : entries.length === 0 ? (
        <EmptyState title={t("none")} hint={t("noneHint")} />
      ) : (
        <LogList
          label={title(address)}
          lines={entries}
          keyOf={({ cursor }) => cursor}
          renderLine={(entry) => <JournalLine entry={entry} />}
          note={journal.isCut ? t("dropped") : null}
          earlier={
            journal.hasMore
              ? { label: t("earlier"), isLoading: journal.isLoading, onLoad: () => void loadEarlier() }
              : null
          }
        />
      )}
    </>
  );
}
