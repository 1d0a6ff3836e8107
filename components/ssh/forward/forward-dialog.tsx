"use client";

import { Button, NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { rangeTexts, usePortRange } from "@/components/layout/use-port-range";
import { useErrorText } from "@/components/layout/use-error-text";
import { numberOf, shownNumber } from "@/components/ssh/form/field-props";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import type { SshHost } from "@/lib/contracts/ssh";
import { forwardKinds, type ForwardKind } from "@/lib/shared/ssh-hosts";
import styles from "@/components/ssh/ssh.module.css";

const isPort = (port: number) => Number.isInteger(port) && port >= 1 && port <= 65_535;
const isAddress = (text: string) => /^[A-Za-z0-9_:][A-Za-z0-9._:%-]*$/.test(text);
const plain = { autoCapitalize: "none", autoComplete: "off", spellCheck: false, dir: "ltr" } as const;

/** Which port, by which host, to where. */
export function ForwardDialog({ hosts, onClose }: { hosts: readonly SshHost[]; onClose: () => void }) {
  const t = useTranslations("ssh.forwards");
  const tForm = useTranslations("ssh.form");
  const errorText = useErrorText();
  const range = usePortRange();
  const [draft, setDraft] = useState({
    hostId: hosts[0]?.id ?? "",
    kind: "local" as ForwardKind,
    bindAddress: "127.0.0.1",
    bindPort: Number.NaN,
    targetAddress: "127.0.0.1",
    targetPort: Number.NaN,
  });
  const [isChecked, setChecked] = useState(false);
  const patch = (change: Partial<typeof draft>) => setDraft((current) => ({ ...current, ...change }));
  const { hostId, kind, bindAddress, bindPort, targetAddress, targetPort } = draft;
  const addressProblem = (address: string) => (isChecked && !isAddress(address) ? tForm("problems.address") : null);
  const portProblem = (port: number) => (isChecked && !isPort(port) ? tForm("problems.port") : null);
  const isWhole =
    isAddress(bindAddress) &&
    isPort(bindPort) &&
    (kind === "dynamic" || (isAddress(targetAddress) && isPort(targetPort)));
  const save = useMutation({
    mutationFn: () => {
      const both = { host_id: hostId, bind_address: bindAddress, bind_port: bindPort };
      return api.ssh.createForward(
        kind === "dynamic"
          ? { ...both, kind }
          : { ...both, kind, target_address: targetAddress, target_port: targetPort },
      );
    },
    meta: { errorOwner: "form" },
    onSuccess: onClose,
  });
  return (
    <DialogCard title={t("add")} onClose={onClose} size={520} fillsPhone keepsInput>
      <Form
        label={t("add")}
        onSubmit={() => {
          setChecked(true);
          if (isWhole) save.mutate();
        }}
      >
        <NativeSelect
          label={t("host")}
          value={hostId}
          data={hosts.map(({ id, name }) => ({ value: id, label: name }))}
          data-autofocus
          onChange={({ currentTarget }) => patch({ hostId: currentTarget.value })}
        />
        <NativeSelect
          label={t("kind")}
          value={kind}
          data={forwardKinds.map((one) => ({ value: one, label: t(`kinds.${one}`) }))}
          onChange={({ currentTarget }) =>
            patch({ kind: forwardKinds.find((one) => one === currentTarget.value) ?? kind })
          }
        />
        <div className={styles["pair"]}>
          <TextInput
            label={t("bindAddress")}
            value={bindAddress}
            error={addressProblem(bindAddress)}
            {...plain}
            onChange={({ currentTarget }) => patch({ bindAddress: currentTarget.value.trim() })}
          />
          <NumberInput
            label={t("bindPort")}
            description={range === undefined || kind === "remote" ? undefined : t("bindPortHint", rangeTexts(range))}
            hideControls
            allowDecimal={false}
            clampBehavior="none"
            value={shownNumber(bindPort)}
            error={portProblem(bindPort)}
            onChange={(port) => patch({ bindPort: numberOf(port) })}
          />
        </div>
        {kind === "dynamic" ? null : (
          <div className={styles["pair"]}>
            <TextInput
              label={t("targetAddress")}
              value={targetAddress}
              error={addressProblem(targetAddress)}
              {...plain}
              onChange={({ currentTarget }) => patch({ targetAddress: currentTarget.value.trim() })}
            />
            <NumberInput
              label={t("targetPort")}
              hideControls
              allowDecimal={false}
              clampBehavior="none"
              value={shownNumber(targetPort)}
              error={portProblem(targetPort)}
              onChange={(port) => patch({ targetPort: numberOf(port) })}
            />
          </div>
        )}
        {save.error === null ? null : <Banner kind="error">{errorText(save.error)}</Banner>}
        <FormButtons onCancel={onClose}>
          <Button type="submit" loading={save.isPending}>
            {t("add")}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
