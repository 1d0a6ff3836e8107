import { IconListTree } from "@tabler/icons-react";
import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";
import { pages } from "@/lib/client/urls";

export const processesFeature = feature({
  id: "processes",
  messages: ["processes"],
  pages: [page({ path: "processes", permission: "sys_view", load: () => import("./processes-page") })],
  nav: [
    {
      label: "processes.nav",
      href: pages.processes(),
      icon: IconListTree,
      group: "system",
      order: 20,
      isShown: (can) => can("sys_view"),
    },
  ],
});
