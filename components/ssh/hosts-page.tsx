"use client";

import { Button, TextInput } from "@mantine/core";
import { IconBolt, IconFileImport, IconPlus, IconServer2 } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { Page } from "@/components/layout/page";
import { UnreadableNote } from "@/components/layout/unreadable-note";
import { EmptyState } from "@/components/ui/state/empty-state";
import { LoadingState } from "@/components/ui/state/loading-state";
import { Table } from "@/components/ui/table";
import { TableSortChoice } from "@/components/ui/table-sort-choice";
import { useTableOrder } from "@/components/ui/use-sorted";
import type { SshHost } from "@/lib/contracts/ssh";
import { ForwardsSection } from "./forward/forwards-section";
import { groupHosts } from "./group-hosts";
import { HostKeys } from "./host-keys";
import { hostRequest } from "./host-request";
import { ImportDialog } from "./import/import-dialog";
import { RunDialog } from "./run/run-dialog";
import { QuickConnect } from "./quick-connect";
import { useHostColumns } from "./use-host-columns";
import { useHosts } from "./use-hosts";
import styles from "./ssh.module.css";

/** The machines that are reached by SSH. */
export default function HostsPage() {
  const t = useTranslations("ssh");
  const { hosts, unreadable } = useHosts();
  const add = () => hostRequest.set({ kind: "create", like: null, name: "" });
  const [isImporting, setImporting] = useState(false);
  const [isRunOpen, setRunOpen] = useState(false);
  const importButton = (
    <Button variant="default" leftSection={<IconFileImport size={16} />} onClick={() => setImporting(true)}>
      {t("import.action")}
    </Button>
  );
  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={add}>
      {t("new")}
    </Button>
  );
  return (
    <Page
      title={t("title")}
      actions={
        hosts === null || hosts.length === 0 ? null : (
          <>
            {hosts.length > 1 ? (
              <Button variant="default" leftSection={<IconBolt size={16} />} onClick={() => setRunOpen(true)}>
                {t("run.action")}
              </Button>
            ) : null}
            {importButton}
            {addButton}
          </>
        )
      }
    >
      <UnreadableNote count={unreadable} />
      {hosts === null ? (
        <LoadingState rows={4} />
      ) : (
        <Hosts
          hosts={hosts}
          begin={
            <>
              {importButton}
              {addButton}
            </>
          }
        />
      )}
      {isRunOpen && hosts !== null ? <RunDialog hosts={hosts} onClose={() => setRunOpen(false)} /> : null}
      {isImporting ? <ImportDialog hosts={hosts ?? []} onClose={() => setImporting(false)} /> : null}
      {hosts === null || hosts.length === 0 ? null : <ForwardsSection hosts={hosts} />}
      <HostKeys />
    </Page>
  );
}

/** Groups of so many hosts together draw those in sight. */
const manyHosts = 100;

function Hosts({ hosts, begin }: { hosts: readonly SshHost[]; begin: ReactNode }) {
  const t = useTranslations("ssh");
  const [filter, setFilter] = useState("");
  const groups = groupHosts(hosts, filter);
  const columns = useHostColumns();
  const order = useTableOrder();
  return (
    <>
      <div className={styles["bar"]}>
        <QuickConnect />
        {hosts.length > 5 ? (
          <TextInput
            className={styles["filter"]}
            type="search"
            aria-label={t("search")}
            placeholder={t("search")}
            value={filter}
            onChange={({ currentTarget }) => setFilter(currentTarget.value)}
          />
        ) : null}
      </div>
      {hosts.length === 0 ? (
        <EmptyState icon={<IconServer2 size={22} />} title={t("empty")} hint={t("emptyHint")} actions={begin} />
      ) : null}
      {hosts.length > 0 && groups.length === 0 ? <EmptyState compact title={t("noMatch")} /> : null}
      <TableSortChoice columns={columns} order={order} count={hosts.length} />
      {groups.map(({ folder, hosts: members }) => (
        <section key={folder} className={styles["group"]} aria-label={folder === "" ? t("title") : folder}>
          {folder === "" ? null : <h2 className={styles["groupTitle"]}>{folder}</h2>}
          <Table
            label={folder === "" ? t("title") : folder}
            columns={columns}
            rows={members}
            rowKey={({ id }) => id}
            isOneOfMany={hosts.length >= manyHosts}
            sharedOrder={order}
          />
        </section>
      ))}
    </>
  );
}
