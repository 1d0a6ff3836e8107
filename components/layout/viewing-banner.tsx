"use client";

import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { api } from "@/lib/client/call";
import { changePerson, followPerson } from "@/lib/client/change-person";
import { pages } from "@/lib/client/urls";
import { useCachedMe } from "./use-me";
import styles from "./shell.module.css";

/** While an administrator views the console as another user. */
export function ViewingBanner() {
  const t = useTranslations("layout.viewing");
  const me = useCachedMe();
  const stop = useMutation({
    mutationFn: () => api.user.stopViewing({}),
    onSuccess: () => changePerson(pages.users()),
  });
  useEffect(() => {
    const ended = new AbortController();
    followPerson(ended.signal);
    return () => ended.abort();
  }, []);
  if (me === undefined || me.viewer === null) return null;
  return (
    <div className={styles["connection"]} data-lost data-viewing role="alert">
      <IconEye size={17} aria-hidden />
      <span>{t("text", { username: me.username })}</span>
      <Button size="compact-sm" variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
        {t("stop")}
      </Button>
    </div>
  );
}
