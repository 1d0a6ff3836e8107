import { feature } from "@/components/registry/feature";

export const auditFeature = feature({ id: "audit" });
