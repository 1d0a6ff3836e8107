"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Section } from "@/components/layout/section";
import { useDraft } from "@/components/layout/use-draft";
import { useCachedMe } from "@/components/layout/use-me";
import { useUnsavedGuard } from "@/components/layout/use-unsaved-guard";
import { showToast } from "@/components/ui/toast/toast-store";
import { Banner } from "@/components/ui/banner";
import { EditorFrame } from "@/components/user/editor-frame";
import { GrantFields } from "@/components/user/grants/grant-fields";
import type { User } from "@/lib/contracts/user";
import { AccountFields } from "./account-fields";
import { useSaveUser } from "./use-users";
import { draftOf, problemsOf } from "./user-draft";
import styles from "@/components/user/user.module.css";

/** Makes a user (`user` null) or changes one. */
export function UserEditor({ user, onLeave }: { user: User | null; onLeave: () => void }) {
  const t = useTranslations("user");
  const tUi = useTranslations("ui");
  const tError = useTranslations("errors");
  const me = useCachedMe();
  const isNew = user === null;
  const isSelf = !isNew && user.id === me?.id;
  const isOwnRights = isSelf && !me.is_root;
  const { value, patch, isDirty } = useDraft(draftOf(user));
  const [isChecked, setChecked] = useState(false);
  const save = useSaveUser();
  const leaveSafely = useUnsavedGuard(isDirty && !save.isSuccess);
  const problems = problemsOf(value, isNew);

  const submit = () => {
    setChecked(true);
    if (problems.username !== null || problems.password !== null) return;
    const done = () => {
      showToast({ kind: "success", message: isNew ? t("created", { username: value.username }) : tUi("saved") });
      onLeave();
    };
    save.mutate({ id: user?.id ?? null, ...value }, { onSuccess: done });
  };

  return (
    <EditorFrame
      title={isNew ? t("createTitle") : t("editTitle", { username: user.username })}
      backTo={t("title")}
      error={save.error}
      isDirty={isDirty}
      isSaving={save.isPending}
      onSave={submit}
      onLeave={() => leaveSafely(onLeave)}
    >
      <Section title={t("sections.account")}>
        <AccountFields
          value={value}
          onChange={patch}
          isNew={isNew}
          isSelf={isSelf}
          problems={isChecked ? problems : { username: null, password: null }}
        />
      </Section>
      {isOwnRights ? <Banner kind="info">{tError("user/own-grants")}</Banner> : null}
      <fieldset disabled={isOwnRights} className={styles["rights"]}>
        <GrantFields
          value={value}
          onChange={patch}
          titles={{ scopes: t("sections.scopes"), permissions: t("sections.permissions") }}
          quotaHint={t("quota.userHint")}
        />
      </fieldset>
    </EditorFrame>
  );
}
