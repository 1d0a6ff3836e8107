import { IconLayoutGrid } from "@tabler/icons-react";
import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";
import { pages } from "@/lib/client/urls";

export const navindexFeature = feature({
  id: "navindex",
  messages: ["navindex"],
  pages: [page({ path: "start", load: () => import("./navindex-page") })],
  nav: [
    {
      label: "navindex.nav",
      href: pages.start(),
      icon: IconLayoutGrid,
      group: "own",
      order: 5,
      isShown: () => true,
    },
  ],
});
