"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { Section } from "@/components/layout/section";
import { useCan } from "@/components/layout/use-can";
import { useDraft } from "@/components/layout/use-draft";
import { useUnsavedGuard } from "@/components/layout/use-unsaved-guard";
import { EditorFrame } from "@/components/user/editor-frame";
import { ContainerRuleFields } from "@/components/user/containers/container-rule-fields";
import { QuotaField } from "@/components/user/grants/quota-field";
import { PermissionPicker } from "@/components/user/grants/permission-picker";
import { ScopeFields } from "@/components/user/grants/scope-fields";
import { InvitationFields } from "./invitation-fields";
import { emptyDraft, isGoodDraft, toInvitation } from "./invitation-draft";
import { useCreateInvitation } from "./use-invitations";

const LinkDialog = lazyDialog(() => import("./link-dialog"));

/** Asks what the accounts of a new link are given, and shows the link once. */
export function InvitationEditor({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations("user.invitations");
  const tUser = useTranslations("user");
  const tRole = useTranslations("role.scopes");
  const can = useCan();
  const { value, patch, isDirty } = useDraft(emptyDraft);
  const [isChecked, setChecked] = useState(false);
  const creation = useCreateInvitation();
  const leaveSafely = useUnsavedGuard(isDirty && !creation.isSuccess);
  const submit = () => {
    setChecked(true);
    if (isGoodDraft(value)) creation.mutate(toInvitation(value));
  };
  return (
    <EditorFrame
      title={t("create")}
      backTo={t("title")}
      saveLabel={t("save")}
      error={creation.error}
      isDirty
      isSaving={creation.isPending}
      onSave={submit}
      onLeave={() => leaveSafely(onLeave)}
    >
      <Section title={t("who")}>
        <InvitationFields value={value} isChecked={isChecked} onChange={patch} />
      </Section>
      <Section title={tUser("sections.scopes")} hint={tRole("hint")}>
        <ScopeFields value={value} onChange={patch} />
      </Section>
      <Section title={tUser("quota.title")}>
        <QuotaField
          value={value.quota_bytes}
          hint={tUser("quota.userHint")}
          onChange={(quota_bytes) => patch({ quota_bytes })}
        />
      </Section>
      <Section title={tUser("sections.permissions")}>
        <PermissionPicker value={value.auth_list} onChange={(auth_list) => patch({ auth_list })} isHeld={can} />
      </Section>
      <ContainerRuleFields value={value.containers} onChange={(containers) => patch({ containers })} />
      {creation.data === undefined ? null : <LinkDialog token={creation.data.token} onClose={onLeave} />}
    </EditorFrame>
  );
}
