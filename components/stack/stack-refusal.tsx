"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { api } from "@/lib/client/call";
import styles from "./stack.module.css";

type Props = {
  name: string;
  /** Another one once other files are on disk. */
  stamp: string;
};

/** What Compose has against the files as they are on disk: without it a stack that it refuses has no services, and nothing says why. */
export function StackRefusal({ name, stamp }: Props) {
  const t = useTranslations("stack.refusal");
  const { data } = useQuery({
    queryKey: ["stack", name, "refusal", stamp],
    queryFn: ({ signal }) => api.stack.testStack({ name }, { signal }),
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data === undefined || data.text === null) return null;
  return (
    <Banner kind="warning" title={t("title")}>
      {data.lacks_include ? <div>{t("include", { key: "include", version: "2.20" })}</div> : null}
      <div className={styles["said"]} dir="ltr">
        {data.text}
      </div>
    </Banner>
  );
}
