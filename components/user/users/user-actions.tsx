"use client";

import {
  IconDevices,
  IconEye,
  IconKey,
  IconLogout,
  IconPencil,
  IconShieldOff,
  IconShieldSearch,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useCachedMe } from "@/components/layout/use-me";
import { openConfirm, openPrompt } from "@/components/ui/dialog/dialog-store";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import { showToast } from "@/components/ui/toast/toast-store";
import { pages } from "@/lib/client/urls";
import { newPassword } from "@/lib/contracts/own-password";
import type { Belongings } from "@/lib/contracts/belongings";
import type { User } from "@/lib/contracts/user";
import { BelongingsSummary } from "@/components/user/belongings-summary";
import { useEndUserSessions } from "@/components/user/sessions/use-all-sessions";
import {
  useCountUserBelongings,
  useDeleteUser,
  useRemoveFactor,
  useResetPassword,
  useSetDisabled,
  useViewAs,
} from "./use-users";

/** What can be done with one user; what the server would refuse is disabled with the reason. */
export function UserActions({ user }: { user: User }) {
  const t = useTranslations("user");
  const tUi = useTranslations("ui");
  const tSetup = useTranslations("auth.setup");
  const router = useRouter();
  const me = useCachedMe();
  const setDisabled = useSetDisabled();
  const resetPassword = useResetPassword();
  const countBelongings = useCountUserBelongings();
  const deleteUser = useDeleteUser();
  const removeFactor = useRemoveFactor();
  const endSessions = useEndUserSessions();
  const viewAs = useViewAs();
  const { id, username, disabled } = user;
  const locked = user.may_change ? null : t(user.is_root && me?.is_root !== true ? "fields.isRootLocked" : "above");
  const lockedOrSelf = locked ?? (id === me?.id ? t("self") : null);
  const say = (message: string) => showToast({ kind: "success", message });

  const reset = async () => {
    const answer = await openPrompt({
      title: t("resetTitle", { username }),
      label: t("fields.password"),
      hint: t(me?.is_root === true ? "resetBody" : "resetLocks"),
      type: "password",
      confirmLabel: t("resetPassword"),
      validate: (text) => (newPassword.safeParse(text).success ? null : tSetup("tooShort")),
      act: (password) => resetPassword.mutateAsync({ id, password }),
    });
    if (answer !== null) say(t("resetDone", { username }));
  };
  const signOut = async () => {
    const request = {
      title: t("sessions.endAllTitle", { username }),
      body: id === me?.id ? t("sessions.endAllOwnBody") : t("sessions.endAllBody"),
      confirmLabel: t("sessions.endAll"),
      danger: true,
    };
    if (await openConfirm(request))
      endSessions.mutate(id, { onSuccess: ({ ended }) => say(t("sessions.endedAll", { username, count: ended })) });
  };
  const dropFactor = async () => {
    const request = {
      title: t("factorTitle", { username }),
      body: t("factorBody"),
      confirmLabel: t("removeFactor"),
      danger: true,
    };
    if (await openConfirm(request)) removeFactor.mutate(id, { onSuccess: () => say(t("factorRemoved", { username })) });
  };
  const disable = async () => {
    const request = {
      title: t("disableTitle", { username }),
      body: t("disableBody"),
      confirmLabel: t("disable"),
      danger: true,
    };
    if (disabled || (await openConfirm(request))) setDisabled.mutate({ id, disabled: !disabled });
  };
  const remove = async (counts: Belongings) => {
    const request = {
      title: t("deleteTitle", { username }),
      body: <BelongingsSummary counts={counts} lead={t("deleteBody")} stays={t("deleteStays")} />,
      confirmLabel: tUi("delete"),
      danger: true,
    };
    if (await openConfirm(request)) deleteUser.mutate(id, { onSuccess: () => say(t("deleted", { username })) });
  };

  return (
    <ActionMenu
      label={t("actionsOf", { username })}
      items={[
        {
          id: "edit",
          label: t("edit"),
          icon: <IconPencil size={16} />,
          disabledReason: locked,
          onSelect: () => router.push(`${pages.users()}?edit=${id}`),
        },
        {
          id: "rights",
          label: t("rights.action"),
          icon: <IconShieldSearch size={16} />,
          onSelect: () => router.push(`${pages.users()}?rights=${id}`),
        },
        {
          id: "view",
          label: t("viewAs.action"),
          icon: <IconEye size={16} />,
          disabledReason: user.is_root
            ? t("viewAs.administrator")
            : me?.is_root === true
              ? null
              : t("viewAs.onlyAdministrators"),
          onSelect: () => viewAs.mutate(id),
        },
        {
          id: "reset",
          label: t("resetPassword"),
          icon: <IconKey size={16} />,
          disabledReason: lockedOrSelf,
          onSelect: () => void reset(), // the dialogs never reject
        },
        {
          id: "sessions",
          label: t("sessions.title"),
          icon: <IconDevices size={16} />,
          onSelect: () => router.push(pages.sessions({ user: username })),
        },
        {
          id: "signOut",
          label: t("sessions.endAll"),
          icon: <IconLogout size={16} />,
          disabledReason: locked,
          onSelect: () => void signOut(), // as above
        },
        {
          id: "factor",
          label: t("removeFactor"),
          icon: <IconShieldOff size={16} />,
          disabledReason: locked ?? (user.second_factor ? null : t("noFactor")),
          onSelect: () => void dropFactor(), // as above
        },
        {
          id: "disable",
          label: disabled ? t("enable") : t("disable"),
          icon: disabled ? <IconUserCheck size={16} /> : <IconUserOff size={16} />,
          disabledReason: lockedOrSelf,
          onSelect: () => void disable(), // as above
        },
        { id: "divider", divider: true },
        {
          id: "delete",
          label: tUi("delete"),
          icon: <IconTrash size={16} />,
          danger: true,
          disabledReason: lockedOrSelf,
          onSelect: () => countBelongings.mutate(id, { onSuccess: (counts) => void remove(counts) }), // as above
        },
      ]}
    />
  );
}
