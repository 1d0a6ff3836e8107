"use client";

import type { ReactNode } from "react";
import { FolderToolHost } from "@/components/domain/tool/folder-tool-host";
import { consoleFeatures } from "@/components/features";
import { LanguageFile } from "./language-file";
import { PageWords } from "@/components/layout/page-words";
import { PasswordAsk } from "@/components/layout/password-ask";
import { Shell } from "@/components/layout/shell";
import { FeatureDocks } from "@/components/registry/feature-docks";
import { FeatureHosts } from "@/components/registry/feature-hosts";
import { FeaturesProvider } from "@/components/registry/features-provider";
import { SearchBox } from "@/components/search/search-box";
import { TabButton, TabSlot } from "@/components/tab/tab-slot";
import { TabStage } from "@/components/tab/tab-stage";
import { TransferButton } from "@/components/transfer/transfer-button";

/** The shell with all features; what goes on in the background goes on, and is seen, on every page. */
export function ConsoleFrame({ children }: { children: ReactNode }) {
  return (
    <PageWords>
      <FeaturesProvider features={consoleFeatures}>
        <Shell
          search={<SearchBox />}
          tools={
            <>
              <TabButton />
              <TransferButton />
            </>
          }
          tabs={<TabSlot />}
          dock={<FeatureDocks />}
        >
          <TabStage>{children}</TabStage>
        </Shell>
        <FeatureHosts />
        <FolderToolHost />
      </FeaturesProvider>
      <PasswordAsk />
      <LanguageFile />
    </PageWords>
  );
}
