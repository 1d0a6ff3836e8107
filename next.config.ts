import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const withNextIntl = createNextIntlPlugin("./app/locale-request.ts");

const config: NextConfig = {
  output: "standalone",
  // Replaced at start by FILEDECK_BASE_PATH (docs/decisions/0001-base-path.md). Development runs without a base.
  basePath: process.env.NODE_ENV === "production" ? "/__bp_slot__" : "",
  distDir: process.env.NODE_ENV === "production" ? ".next" : ".next-dev",
  // Its compression never ends an answer whose reader has left: the place of the page would be taken for ever.
  compress: false,
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  productionBrowserSourceMaps: false,
  images: { unoptimized: true },
  // A page is loaded with its first visit, not all of them at the start: 9 MB that most servers need only later.
  experimental: {
    preloadEntriesOnStart: false,
    turbopackSourceMaps: false,
    // Written at the end of each build, 260 MB: only for those who build again and again (scripts/build.mjs).
    turbopackFileSystemCacheForBuild: process.env["FILEDECK_BUILD_WARM"] === "1",
  },
  turbopack: {
    resolveAlias: {
      // The texts come parsed (scripts/make-messages.mjs): no page needs ICU's parser.
      "use-intl/format-message": "use-intl/format-message/format-only",
      // Their builds for browsers need a document, which a thread has not: Markdown is parsed in one.
      "decode-named-character-reference": "./node_modules/decode-named-character-reference/index.js",
      "hast-util-from-html-isomorphic": "./node_modules/hast-util-from-html-isomorphic/index.js",
    },
    rules: {
      "*.js": {
        condition: { all: [{ path: /@excalidraw\/excalidraw\/dist\// }, { content: /ASSETS_FALLBACK_URL/ }] },
        loaders: ["./scripts/offline-excalidraw.mjs"],
      },
    },
  },
  // `npm run check` has done this; a user's build need not do it again.
  typescript: { ignoreBuildErrors: true },
};

export default withNextIntl(config);
