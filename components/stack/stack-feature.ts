import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";

export const stackFeature = feature({
  id: "stack",
  messages: ["stack"],
  pages: [
    page({ path: "containers/stacks", permission: "docker_view", load: () => import("./stacks-page") }),
    page({ path: "containers/stacks/stack", permission: "docker_view", load: () => import("./stack-page") }),
  ],
});
