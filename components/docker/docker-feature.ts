import { IconBox } from "@tabler/icons-react";
import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { pages } from "@/lib/client/urls";

export const dockerFeature = feature({
  id: "docker",
  messages: ["docker", "dockerImage", "dockerLog", "dockerMake"],
  pages: [
    page({ path: "containers", load: () => import("./containers-page") }),
    page({ path: "containers/log", load: () => import("./logs/log-page") }),
    page({ path: "containers/images", permission: "docker_view", load: () => import("./images/images-page") }),
  ],
  settingSections: [
    {
      id: "ports",
      order: 45,
      permission: "sys_protection_dir",
      rootOnly: true,
      words: "dockerMake.portRange",
      settings: ["ports"],
      terms: ["docker", "nodeport", "tcp", "udp", "ssh"],
      Screen: lazyPart(() => import("./port-range-setting")),
    },
  ],
  tasks: [{ kind: "pull", words: "dockerImage.tasks.pull", isOpenEnded: true }],
  nav: [
    {
      label: "docker.nav",
      href: pages.containers(),
      icon: IconBox,
      group: "system",
      order: 30,
      isShown: (can) => can("docker_view") || can("docker_container_rule"),
    },
  ],
});
