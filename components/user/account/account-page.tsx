"use client";

import { useTranslations } from "next-intl";
import { Suspense } from "react";
import { Page } from "@/components/layout/page";
import { useCan } from "@/components/layout/use-can";
import { useCachedMe } from "@/components/layout/use-me";
import { useFeatures } from "@/components/registry/use-features";
import { LoadingState } from "@/components/ui/state/loading-state";
import { FactorSection } from "@/components/user/factor/factor-section";
import { IdentitiesSection } from "@/components/user/oidc/identities-section";
import { DavSection } from "./dav/dav-section";
import { PasswordSection } from "./password-section";
import { PreferencesSection } from "./preferences-section";
import { ProtectedSection } from "./protected-section";
import { QuotaSection } from "./quota-section";
import { SessionsSection } from "./sessions-section";
import { TokensSection } from "./tokens/tokens-section";

/** The own account: how things look, the password, where one is signed in, API tokens. */
export default function AccountPage() {
  const t = useTranslations("account");
  const me = useCachedMe();
  const can = useCan();
  return (
    <Page title={t("title")}>
      {me === undefined ? (
        <LoadingState />
      ) : (
        <>
          <PreferencesSection me={me} />
          <FeatureSections />
          {can("update_password") ? <PasswordSection /> : null}
          <FactorSection username={me.username} />
          <IdentitiesSection />
          {can("filecat_file_delete_cut_rename") ? <ProtectedSection /> : null}
          <QuotaSection />
          <SessionsSection />
          {can("webdav") ? <DavSection username={me.username} /> : null}
          {can("api_token") ? <TokensSection /> : null}
        </>
      )}
    </Page>
  );
}

/** What other features let users choose for themselves. */
function FeatureSections() {
  const sections = useFeatures()
    .flatMap(({ accountSections = [] }) => accountSections)
    .sort((a, b) => a.order - b.order);
  return (
    <Suspense fallback={<LoadingState />}>
      {sections.map(({ id, Screen }) => (
        <Screen key={id} />
      ))}
    </Suspense>
  );
}
