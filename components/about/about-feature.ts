import { IconHeartbeat } from "@tabler/icons-react";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";
import { pages } from "@/lib/client/urls";

export const aboutFeature = feature({
  id: "about",
  messages: ["about"],
  pages: [
    page({ path: "about", permission: "outside_software_path", load: () => import("./about-page") }),
    page({ path: "about/changes", load: () => import("./changes-page") }),
  ],
  settingSections: [
    {
      id: "https",
      order: 4,
      permission: "outside_software_path",
      words: "about.https",
      terms: [
        "ssl",
        "tls",
        "certificate",
        "https",
        "cors",
        "reverse proxy",
        "nginx",
        "caddy",
        "traefik",
        "let’s encrypt",
        "letsencrypt",
      ],
      Screen: lazyPart(() => import("./https-setting")),
    },
  ],
  settingPlaces: [
    {
      id: "updates",
      words: "about.updates",
      terms: ["update", "upgrade", "version", "release"],
      href: pages.about(),
      page: "about.title",
      isShown: (can) => can("outside_software_path"),
    },
    {
      id: "changes",
      words: "about.changes",
      terms: ["changelog", "release notes", "version", "update"],
      href: pages.changes(),
      page: "about.title",
      isShown: (can) => can("outside_software_path"),
    },
    {
      id: "programs",
      words: "about.programs",
      terms: ["ffmpeg", "ripgrep", "smartctl", "bubblewrap", "program", "binary", "path"],
      href: pages.about(),
      page: "about.title",
      isShown: (can) => can("outside_software_path"),
    },
  ],
  nav: [
    {
      label: "about.nav",
      href: pages.about(),
      icon: IconHeartbeat,
      group: "administration",
      order: 35,
      isShown: (can) => can("outside_software_path"),
    },
  ],
});
