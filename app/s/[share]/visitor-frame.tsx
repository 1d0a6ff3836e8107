"use client";

import { FeaturesProvider } from "@/components/registry/features-provider";
import { VisitPage } from "@/components/visit/visit-page";
import { visitorFeatures } from "@/components/visitor-features";

/** The page of a share with what a visitor can do there. */
export function VisitorFrame({ link }: { link: string }) {
  return (
    <FeaturesProvider features={visitorFeatures}>
      <VisitPage link={link} />
    </FeaturesProvider>
  );
}
