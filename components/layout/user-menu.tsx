"use client";

import { IconLogout, IconUserCog } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import { pages } from "@/lib/client/urls";
import { initialsOf } from "./initials";
import { useCachedMe } from "./use-me";
import { useSignOut } from "./use-sign-out";
import styles from "./shell.module.css";

export function UserMenu() {
  const t = useTranslations("layout");
  const router = useRouter();
  const signOut = useSignOut();
  const username = useCachedMe()?.username ?? "";
  const label = t("userMenu", { username });
  return (
    <ActionMenu
      label={label}
      items={[
        {
          id: "account",
          label: t("account"),
          icon: <IconUserCog size={17} />,
          onSelect: () => router.push(pages.account()),
        },
        { id: "divider", divider: true },
        { id: "sign-out", label: t("signOut"), icon: <IconLogout size={17} data-flip />, onSelect: signOut },
      ]}
    >
      {(button) => (
        <button type="button" className={styles["user"]} aria-label={label} data-tip={username} {...button}>
          <span className={styles["avatar"]}>{initialsOf(username)}</span>
        </button>
      )}
    </ActionMenu>
  );
}
