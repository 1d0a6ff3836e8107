import { IconDatabase } from "@tabler/icons-react";
import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";
import { pages } from "@/lib/client/urls";

export const diskFeature = feature({
  id: "disk",
  messages: ["disk"],
  pages: [
    page({ path: "disks", permission: "sys_view", load: () => import("./disks-page") }),
    page({ path: "disks/fstab", permission: "sys_disk_mount", load: () => import("./fstab/fstab-page") }),
  ],
  nav: [
    {
      label: "disk.nav",
      href: pages.disks(),
      icon: IconDatabase,
      group: "system",
      order: 15,
      isShown: (can) => can("sys_view"),
    },
  ],
});
