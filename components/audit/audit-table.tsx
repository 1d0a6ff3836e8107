"use client";

import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import { hintFocus } from "@/components/domain/folder/go-to";
import { useCan } from "@/components/layout/use-can";
import { usePlainErrorText } from "@/components/layout/use-error-text";
import { Badge } from "@/components/ui/badge";
import { Table, type Column } from "@/components/ui/table";
import type { AuditEntry } from "@/lib/contracts/audit";
import { kindOfOutcome } from "@/lib/shared/asking-errors";
import { shownName } from "@/lib/shared/shown-name";
import { findAction, wordsOf } from "./actions";
import { EntryChanges } from "./entry-changes";
import { addressOf } from "./filter";
import { pageOfTarget } from "./page-of-target";
import styles from "./audit.module.css";

const longTarget = 100;

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const t = useTranslations("audit");
  const format = useFormatter();
  const columns: Column<AuditEntry>[] = [
    {
      id: "at",
      title: t("columns.at"),
      renderCell: ({ at, request_id }) => (
        <details className={styles["time"]}>
          <summary>
            <time dir="auto" dateTime={new Date(at).toISOString()}>
              {format.dateTime(at, { dateStyle: "medium", timeStyle: "medium" })}
            </time>
          </summary>
          <span className={styles["request"]}>
            {t("columns.request")} <code>{request_id}</code>
          </span>
        </details>
      ),
    },
    {
      id: "user",
      title: t("columns.user"),
      renderCell: ({ username }) =>
        username === "" ? (
          <span className={styles["small"]}>{t("anonymous")}</span>
        ) : (
          <Link href={addressOf({ username })} prefetch={false} className={styles["who"]}>
            {username}
          </Link>
        ),
    },
    {
      id: "action",
      title: t("columns.action"),
      isLine: true,
      renderCell: ({ action, target, changes }) => (
        <>
          <ActionWords code={action} target={target} />
          <Target action={action} text={target} />
          <EntryChanges text={changes} />
        </>
      ),
    },
    {
      id: "outcome",
      title: t("columns.outcome"),
      renderCell: ({ outcome }) =>
        outcome === "success" ? <Badge tone="ok">{t("success")}</Badge> : <Failure code={outcome} />,
    },
    {
      id: "address",
      title: t("columns.address"),
      wideOnly: true,
      renderCell: ({ address }) => <code className={styles["small"]}>{address}</code>,
    },
  ];
  return <Table label={t("title")} columns={columns} rows={entries} rowKey={({ id }) => id} />;
}

/** An action in words; its code, which scripts and the documentation use, is the tooltip. */
function ActionWords({ code, target }: { code: string; target: string }) {
  const t = useTranslations("audit.actions");
  const action = findAction(code);
  if (action === null) return <code className={styles["code"]}>{code}</code>;
  return (
    <Link href={addressOf({ action: code })} prefetch={false} data-tip={code}>
      {t(wordsOf(action, target))}
    </Link>
  );
}

/** Why an action was not done, in words where they name nothing that the log has not; the code, which the API and its documentation use, is the tooltip. */
function Failure({ code }: { code: string }) {
  const t = useTranslations("audit");
  const words = usePlainErrorText()(code);
  return (
    <>
      {kindOfOutcome(code) === "asked" ? <Badge>{t("asked")}</Badge> : <Badge tone="bad">{t("failed")}</Badge>}
      <div className={styles["why"]} {...(words === null ? {} : { "data-tip": code })}>
        {words ?? <code className={styles["small"]}>{code}</code>}
      </div>
    </>
  );
}

/** What an action was about, with a way to it for those who may see it; a long list of entries unfolds. */
function Target({ action, text }: { action: string; text: string }) {
  const can = useCan();
  if (text === "") return null;
  const name = findAction(action)?.name;
  const page = name === undefined ? null : pageOfTarget(name, text);
  if (page !== null && page.permissions.some(can))
    return (
      <Link
        href={page.href}
        prefetch={false}
        className={styles["target"]}
        onClick={() => (page.row === undefined ? undefined : hintFocus(page.row.folder, page.row.name))}
      >
        {shownName(text)}
      </Link>
    );
  if (text.length <= longTarget) return <div className={styles["target"]}>{shownName(text)}</div>;
  return (
    <details className={styles["target"]}>
      <summary>
        <bdi>{shownName(text)}</bdi>
      </summary>
    </details>
  );
}
