"use client";

import { useTranslations } from "next-intl";
import { usePathname } from "next/navigation";
import { SectionTabs } from "@/components/domain/live/section-tabs";
import { useCan, type Can } from "@/components/layout/use-can";
import { pages } from "@/lib/client/urls";

const mayView = (can: Can) => can("docker_view");

/** The pages about Docker, whichever features they are of, in their order. */
const sections = [
  {
    id: "containers",
    href: pages.containers(),
    isShown: (can: Can) => mayView(can) || can("docker_container_rule"),
  },
  { id: "stacks", href: pages.stacks(), isShown: mayView },
  { id: "images", href: pages.images(), isShown: mayView },
  { id: "volumes", href: pages.volumes(), isShown: mayView },
  { id: "networks", href: pages.networks(), isShown: mayView },
] as const;

/** From one page of Docker to the others, for those who may see more than one. */
export function DockerTabs() {
  const t = useTranslations("layout.docker");
  const can = useCan();
  const tabs = sections.filter(({ isShown }) => isShown(can)).map(({ id, href }) => ({ href, label: t(id) }));
  return <SectionTabs label={t("label")} tabs={tabs} current={usePathname()} />;
}
