"use client";

import "@/components/ui/tokens.css";
import "@/components/ui/base.css";
import { isChunkError } from "@/components/ui/lazy/chunk-error";

/** When even the layout broke there are no providers and so no translations: the specification's words, and a reload. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en" data-theme="light">
      <body style={{ display: "grid", placeItems: "center", minBlockSize: "100dvh", textAlign: "center" }}>
        <main role="alert">
          <title>Unexpected Application Error! · Filedeck</title>
          <h1>{isChunkError(error) ? "A part of the page could not be loaded" : "Unexpected Application Error!"}</h1>
          {error.digest === undefined ? null : (
            <p>
              <code>{error.digest}</code>
            </p>
          )}
          <p>
            <button type="button" onClick={() => location.reload()}>
              Reload
            </button>
          </p>
        </main>
      </body>
    </html>
  );
}
