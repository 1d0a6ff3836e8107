import { pages } from "@/lib/client/urls";

export type Filter = { username?: string; before?: number };

type Params = { get: (name: string) => string | null };

export function filterOf(params: Params): Filter {
  const username = params.get("username")?.trim();
  const before = Number(params.get("before"));
  return {
    ...(username ? { username } : {}),
    ...(Number.isInteger(before) && before > 0 ? { before } : {}),
  };
}

export function addressOf({ username, before }: Filter): string {
  const params = new URLSearchParams();
  if (username) params.set("username", username);
  if (before !== undefined) params.set("before", String(before));
  const query = params.toString();
  return query === "" ? pages.recordings() : `${pages.recordings()}?${query}`;
}
