import { feature } from "@/components/registry/feature";

export const settingFeature = feature({ id: "setting" });
