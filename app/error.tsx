"use client";

import { UnexpectedError } from "@/components/layout/unexpected-error";

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <UnexpectedError error={error} onRetry={reset} />;
}
