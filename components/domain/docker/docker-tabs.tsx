"use client";

import { useTranslations } from "next-intl";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useCan } from "@/components/layout/use-can";
import { pages } from "@/lib/client/urls";
import styles from "./docker-tabs.module.css";

/** The pages of the area, in this order. */
const tabs = [
  { href: pages.containers(), label: "docker.nav" },
  { href: pages.stacks(), label: "stack.nav" },
  { href: pages.volumes(), label: "volume.nav" },
  { href: pages.networks(), label: "network.nav" },
] as const;

/** From one page of Docker to the others, for those who may see more than one. */
export function DockerTabs() {
  const t = useTranslations();
  const can = useCan();
  const pathname = usePathname();
  if (!can("docker_view")) return null;
  return (
    <nav className={styles["tabs"]} aria-label="Docker">
      {tabs.map(({ href, label }) => (
        <Link key={href} href={href} className={styles["tab"]} aria-current={pathname === href ? "page" : undefined}>
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}
