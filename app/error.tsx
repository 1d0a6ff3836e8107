"use client";

import { UnexpectedError } from "@/components/layout/unexpected-error";

export default function ErrorPage({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return <UnexpectedError error={error} onRetry={retry} />;
}
