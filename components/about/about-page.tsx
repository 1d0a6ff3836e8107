"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Page } from "@/components/layout/page";
import { QueryState } from "@/components/layout/query-state";
import { RequirePermission } from "@/components/layout/require-permission";
import { queryOf } from "@/lib/client/query-of";
import { allRoutes } from "@/lib/client/all-routes";
import { lacksHost } from "./checks";
import { ChecksSection } from "./checks-section";
import { HostFeaturesSection } from "./host-features-section";
import { ProgramsSection } from "./programs-section";
import { VersionSection } from "./version-section";

/** How the server is, which programs it misses, and how it is updated. */
export default function AboutPage() {
  const t = useTranslations("about");
  return (
    <Page title={t("title")}>
      <RequirePermission permission="outside_software_path">
        <About />
      </RequirePermission>
    </Page>
  );
}

function About() {
  const state = useQuery(queryOf(allRoutes.about.getState, {}));
  return (
    <QueryState query={state}>
      {(told) => (
        <>
          <ChecksSection state={told} browserNow={state.dataUpdatedAt} />
          {lacksHost(told) ? <HostFeaturesSection /> : null}
          <ProgramsSection />
          <VersionSection state={told} />
        </>
      )}
    </QueryState>
  );
}
