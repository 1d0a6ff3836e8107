import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";

export const networkFeature = feature({
  id: "network",
  messages: ["network"],
  pages: [page({ path: "containers/networks", permission: "docker_view", load: () => import("./networks-page") })],
});
