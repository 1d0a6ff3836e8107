"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useCachedMe } from "@/components/layout/use-me";
import { Banner } from "@/components/ui/banner";
import { pages } from "@/lib/client/urls";
import { reachOf } from "./reach-of";

/** Says of an address that is handed on who cannot open it, and what helps. */
export function ReachWarning({ address }: { address: string }) {
  const t = useTranslations("share.reach");
  const isRoot = useCachedMe()?.is_root === true;
  const reach = reachOf(address);
  if (reach === null) return null;
  return (
    <Banner kind="warning" title={t(`${reach}.title`)}>
      {t(`${reach}.hint`)}
      {isRoot && reach !== "plain" ? (
        <>
          {" "}
          <Link href={pages.settings("links")} prefetch={false}>
            {t("set")}
          </Link>
        </>
      ) : null}
    </Banner>
  );
}
