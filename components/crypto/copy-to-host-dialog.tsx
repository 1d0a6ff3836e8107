"use client";

import { Button, NativeSelect } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { withHost } from "@/components/domain/connect-host/connect-host";
import { QueryState } from "@/components/layout/query-state";
import { useErrorText } from "@/components/layout/use-error-text";
import { rowsIn } from "@/components/layout/rows-in";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { SshKey } from "@/lib/contracts/crypto";
import type { SshHost } from "@/lib/contracts/ssh";

type Props = { sshKey: SshKey; onClose: () => void };

/** Lets a key sign in at one of the saved hosts. */
export default function CopyToHostDialog({ sshKey, onClose }: Props) {
  const t = useTranslations("crypto.toHost");
  const hosts = useQuery({
    queryKey: ["ssh", "hosts"],
    queryFn: async ({ signal }) => rowsIn(await api.ssh.listHosts({}, { signal }), "hosts"),
    gcTime: 0,
  });
  return (
    <DialogCard title={t("title", { name: sshKey.name })} onClose={onClose} size={480}>
      <QueryState query={hosts} rows={2}>
        {(found) =>
          found.length === 0 ? <p>{t("noHosts")}</p> : <HostForm sshKey={sshKey} hosts={found} onClose={onClose} />
        }
      </QueryState>
    </DialogCard>
  );
}

function HostForm({ sshKey, hosts, onClose }: Props & { hosts: readonly SshHost[] }) {
  const t = useTranslations("crypto.toHost");
  const errorText = useErrorText();
  const [id, setId] = useState(hosts[0]?.id ?? "");
  const host = hosts.find((one) => one.id === id);
  const copy = useMutation({
    mutationFn: () => withHost(() => api.ssh.authorizeKey({ id, key_id: sshKey.id })),
    meta: { errorOwner: "form" },
    onSuccess: (done) => {
      // Nobody wanted to connect.
      if (done === null) return;
      showToast({ kind: "success", message: t(done.is_new ? "done" : "known", { host: host?.name ?? "" }) });
      onClose();
    },
  });
  return (
    <Form onSubmit={() => copy.mutate()}>
      <NativeSelect
        label={t("host")}
        description={t("hint")}
        inputWrapperOrder={["label", "input", "description"]}
        value={id}
        data={hosts.map((one) => ({ value: one.id, label: `${one.name} (${one.username}@${one.address})` }))}
        onChange={({ currentTarget }) => setId(currentTarget.value)}
      />
      {copy.error === null ? null : <Banner kind="error">{errorText(copy.error)}</Banner>}
      <FormButtons onCancel={onClose}>
        <Button type="submit" loading={copy.isPending}>
          {t("confirm")}
        </Button>
      </FormButtons>
    </Form>
  );
}
