import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import localFont from "next/font/local";
import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { Providers } from "@/components/layout/providers";
import "@/components/ui/mantine.css";
import "@/components/ui/tokens.css";
import "@/components/ui/base.css";
import { parseTheme, railCookie, rtlCookie, schemeOf, themeCookie } from "@/lib/shared/appearance";
import { pickMessages } from "@/lib/shared/messages";
import { everyPage } from "./carried-words";
import { pageDoor } from "@/lib/server/pages/page-door";
import { usualLook } from "@/lib/shared/look";
import { serverBase } from "./server-base";

// Prerendered payloads would carry the base path slot (docs/decisions/0001-base-path.md), and nothing here is static.
export const dynamic = "force-dynamic";

// One look everywhere; letters that it has not (Chinese, Japanese, Korean…) are the system's. Made by scripts/make-font.mjs.
const inter = localFont({
  src: "./generated/inter.woff2",
  weight: "400 700",
  variable: "--font-inter",
  display: "swap",
  adjustFontFallback: "Arial",
});

export function generateMetadata(): Metadata {
  return { applicationName: look().name, robots: { index: false, follow: false } };
}

/** Where pages are rendered without the server (next build), the product's own. */
const look = () => pageDoor()?.getLook() ?? { ...usualLook, theme: "system" as const };

export const viewport: Viewport = { width: "device-width", initialScale: 1, viewportFit: "cover" };

// Before the first paint: only the browser knows whether the system is dark.
const followSystem = `(function(){var d=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light",s=document.documentElement.dataset;s.theme=d;s.mantineColorScheme=d})()`;

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [jar, head, locale, messages] = await Promise.all([cookies(), headers(), getLocale(), getMessages()]);
  const { theme: given, name, note, logo, toasts, address } = look();
  const theme = parseTheme(jar.get(themeCookie)?.value, given);
  const base = serverBase();
  const shown = schemeOf(theme, false);
  const isRtl = jar.get(rtlCookie)?.value === "1";
  const nonce = /'nonce-([^']+)'/.exec(head.get("content-security-policy") ?? "")?.[1];
  return (
    <html
      lang={locale}
      className={inter.variable}
      dir={isRtl ? "rtl" : "ltr"}
      data-theme={shown.theme}
      data-mantine-color-scheme={shown.scheme}
      data-rail={jar.get(railCookie)?.value === "narrow" ? "narrow" : "wide"}
      suppressHydrationWarning
    >
      <head>
        <meta name="filedeck-base" content={base} />
        {/* A browser that finds none asks for favicon.ico. */}
        {logo === null ? (
          <link rel="icon" href={`${base}/icon.svg`} type="image/svg+xml" />
        ) : (
          <link rel="icon" href={logo} type="image/png" />
        )}
        <link rel="manifest" href={`${base}/api/appearance/manifest`} />
        {theme === "system" ? (
          <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: followSystem }} />
        ) : null}
      </head>
      <body>
        <Providers
          words={{ locale, messages: pickMessages(messages, everyPage) }}
          initialTheme={theme}
          initialIsRtl={isRtl}
          initialLook={{ name, note, logo, toasts, address }}
        >
          {children}
        </Providers>
      </body>
    </html>
  );
}
