import { QueryClient } from "@tanstack/react-query";
import { isAppError } from "@/lib/shared/errors";

const maxRetries = 2;

/** Only a server that could not be reached is asked again: an answer that refuses will refuse again. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < maxRetries && isAppError(error) && error.key === "network";
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 10_000, retry: shouldRetry, networkMode: "always" },
      mutations: { networkMode: "always" },
    },
  });
}
