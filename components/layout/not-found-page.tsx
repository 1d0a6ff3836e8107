"use client";

import { Button } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { StateCard } from "@/components/ui/state/state-card";
import { PageTitle } from "./page-title";

/** For an address without a page; the landmark around it is the caller's. */
export default function NotFoundPage() {
  const t = useTranslations("layout.error");
  return (
    <>
      <PageTitle title={t("notFoundTitle")} />
      <StateCard
        icon={<IconMapQuestion size={22} />}
        title={t("notFoundTitle")}
        isPage
        hint={t("notFoundHint")}
        actions={
          <Button component={Link} href="/">
            {t("home")}
          </Button>
        }
      />
    </>
  );
}
