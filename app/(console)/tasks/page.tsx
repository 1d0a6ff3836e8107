// Written by scripts/make-pages.mjs from a feature of components/. Do not edit: run `npm run generate`.
import { FeaturePage } from "@/components/registry/feature-page";

export default function Page() {
  return <FeaturePage path="tasks" />;
}
