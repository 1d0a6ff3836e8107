"use client";

import { useTranslations } from "next-intl";
import { useCan, type Can } from "@/components/layout/use-can";
import { pages } from "@/lib/client/urls";
import { SectionTabs } from "./section-tabs";

/** The pages about Docker, whichever features they are of, in their order. */
const sections = [
  {
    id: "containers",
    href: pages.containers(),
    isShown: (can: Can) => can("docker_view") || can("docker_container_rule"),
  },
  { id: "images", href: pages.images(), isShown: (can: Can) => can("docker_view") },
] as const;

export function DockerTabs({ current }: { current: (typeof sections)[number]["id"] }) {
  const t = useTranslations("layout.docker");
  const can = useCan();
  const tabs = sections.filter(({ isShown }) => isShown(can)).map(({ id, href }) => ({ href, label: t(id) }));
  return <SectionTabs label={t("label")} tabs={tabs} current={sections.find(({ id }) => id === current)?.href ?? ""} />;
}
