import { IconActivityHeartbeat } from "@tabler/icons-react";
import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";
import { pages } from "@/lib/client/urls";

export const metricsFeature = feature({
  id: "metrics",
  messages: ["metrics"],
  pages: [page({ path: "system", permission: "sys_view", load: () => import("./metrics-page") })],
  settingPlaces: [
    {
      id: "metrics",
      words: "metrics",
      terms: ["metrics", "monitoring", "prometheus", "retention"],
      href: pages.system(),
      page: "metrics.title",
      isShown: (can) => can("sys_view"),
    },
  ],
  nav: [
    {
      label: "metrics.nav",
      href: pages.system(),
      icon: IconActivityHeartbeat,
      group: "system",
      order: 10,
      isShown: (can) => can("sys_view"),
    },
  ],
});
