"use client";

import type { ReactNode } from "react";
import { FolderToolHost } from "@/components/domain/tool/folder-tool-host";
import { consoleFeatures } from "@/components/features";
import { LanguageFile } from "./language-file";
import { PageWords } from "@/components/layout/page-words";
import { PasswordAsk } from "@/components/layout/password-ask";
import { Shell } from "@/components/layout/shell";
import { FeatureHosts } from "@/components/registry/feature-hosts";
import { FeaturesProvider } from "@/components/registry/features-provider";
import { SearchBox } from "@/components/search/search-box";
import { TransferButton } from "@/components/transfer/transfer-button";

/** The shell with all features; what goes on in the background goes on, and is seen, on every page. */
export function ConsoleFrame({ children }: { children: ReactNode }) {
  return (
    <PageWords>
      <FeaturesProvider features={consoleFeatures}>
        <Shell search={<SearchBox />} tools={<TransferButton />}>
          {children}
        </Shell>
        <FeatureHosts />
        <FolderToolHost />
      </FeaturesProvider>
      <PasswordAsk />
      <LanguageFile />
    </PageWords>
  );
}
