"use client";

import { Button } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { Page } from "@/components/layout/page";
import { QueryState } from "@/components/layout/query-state";
import { useCan } from "@/components/layout/use-can";
import { EmptyState } from "@/components/ui/state/empty-state";
import { KeyTable } from "./key-table";
import { SshFilesSection } from "./ssh-files-section";
import { useKeys } from "./use-keys";

const CreateKeyDialog = lazyDialog(() => import("./create-key-dialog"));
const ImportKeyDialog = lazyDialog(() => import("./import-key-dialog"));

/** The own SSH keys, and those of the server's account for who may have them. */
export default function KeysPage() {
  const t = useTranslations("crypto");
  const can = useCan();
  const keys = useKeys();
  const [open, setOpen] = useState<"create" | "import" | { file: string } | null>(null);
  const close = () => setOpen(null);
  return (
    <Page
      title={t("title")}
      actions={
        <>
          <Button variant="default" onClick={() => setOpen("import")}>
            {t("import.open")}
          </Button>
          <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen("create")}>
            {t("create.open")}
          </Button>
        </>
      }
    >
      <QueryState query={keys}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={<IconKey size={22} />} title={t("empty")} hint={t("emptyHint")} />
          ) : (
            <KeyTable keys={all} />
          )
        }
      </QueryState>
      {can("crypto_ssh_file") ? <SshFilesSection onImport={(file) => setOpen({ file })} /> : null}
      {open === null ? null : open === "create" ? (
        <CreateKeyDialog onClose={close} />
      ) : (
        <ImportKeyDialog file={open === "import" ? null : open.file} onClose={close} />
      )}
    </Page>
  );
}
