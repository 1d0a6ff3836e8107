import { IconSettingsCog } from "@tabler/icons-react";
import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";
import { pages } from "@/lib/client/urls";

export const systemdFeature = feature({
  id: "systemd",
  messages: ["systemd"],
  pages: [
    page({ path: "services", permission: "sys_view", load: () => import("./services-page") }),
    page({ path: "services/journal", permission: "sys_view", load: () => import("./journal/journal-page") }),
  ],
  nav: [
    {
      label: "systemd.nav",
      href: pages.services(),
      icon: IconSettingsCog,
      group: "system",
      order: 40,
      isShown: (can) => can("sys_view"),
    },
  ],
});
