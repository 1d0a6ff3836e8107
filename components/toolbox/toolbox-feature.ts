import { IconTools } from "@tabler/icons-react";
import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";
import { pages } from "@/lib/client/urls";

export const toolboxFeature = feature({
  id: "toolbox",
  messages: ["toolbox"],
  pages: [page({ path: "toolbox", load: () => import("./toolbox-page") })],
  nav: [{ label: "toolbox.nav", href: pages.toolbox(), icon: IconTools, group: "own", order: 60, isShown: () => true }],
});
