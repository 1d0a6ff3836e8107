"use client";

import { DirectionProvider, MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { theme, resolveVariables } from "@/components/ui/theme";
import type { Theme } from "@/lib/shared/appearance";
import type { Look } from "@/lib/shared/look";
import { AppearanceProvider } from "./appearance-provider";
import { IntlProvider } from "./intl-provider";
import { KitFrame } from "./kit-frame";
import { LookProvider } from "./look";
import type { InlineWords } from "./language";
import { createQueryClient } from "./query-client";

type Props = { words: InlineWords; initialTheme: Theme; initialIsRtl: boolean; initialLook: Look; children: ReactNode };

// The theme's attributes on <html> are set by the server and lib/client/appearance, not by Mantine, which would flash.
const noRoot = () => undefined;

/** Everything that pages expect around them. */
export function Providers({ words, initialTheme, initialIsRtl, initialLook, children }: Props) {
  const [queryClient] = useState(createQueryClient);
  return (
    <IntlProvider words={words}>
      <QueryClientProvider client={queryClient}>
        <DirectionProvider initialDirection={initialIsRtl ? "rtl" : "ltr"} detectDirection={false}>
          <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} getRootElement={noRoot}>
            <AppearanceProvider initialTheme={initialTheme}>
              <LookProvider initial={initialLook}>
                <KitFrame>{children}</KitFrame>
              </LookProvider>
            </AppearanceProvider>
          </MantineProvider>
        </DirectionProvider>
      </QueryClientProvider>
    </IntlProvider>
  );
}
