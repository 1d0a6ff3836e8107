import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { feature } from "@/components/registry/feature";

export const environmentFeature = feature({
  id: "environment",
  messages: ["environment"],
  settingSections: [
    {
      id: "environment",
      order: 75,
      words: "environment",
      settings: ["search-paths"],
      terms: ["env", "PATH"],
      permission: ["env_path_update", "sys_env_setting_key"],
      Screen: lazyPart(() => import("./environment-setting")),
    },
  ],
});
