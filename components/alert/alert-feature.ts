import { IconBellExclamation } from "@tabler/icons-react";
import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";
import { pages } from "@/lib/client/urls";

export const alertFeature = feature({
  id: "alert",
  pages: [page({ path: "system/alerts", permission: "sys_view", load: () => import("./alerts-page") })],
  settingPlaces: [
    {
      id: "alerts",
      words: "alert",
      terms: ["alert", "threshold"],
      href: pages.alerts(),
      page: "alert.title",
      isShown: (can) => can("sys_view"),
    },
  ],
  nav: [
    {
      label: "alert.nav",
      href: pages.alerts(),
      icon: IconBellExclamation,
      group: "system",
      order: 12,
      isShown: (can) => can("sys_view"),
    },
  ],
});
