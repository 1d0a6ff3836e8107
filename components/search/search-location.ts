import { basePath } from "@/lib/client/base-path";
import { pages } from "@/lib/client/urls";
import type { VirtualPath } from "@/lib/shared/paths";
import { formatQuery, type SearchQuery } from "./search-query";

/**
 * Shows a search in the address, or the folder again. Through the History API, as folders are opened; while one types the same step
 * back leads to the folder.
 */
export function goToSearch(
  folder: VirtualPath | null,
  query: SearchQuery | null,
  { replace }: { replace: boolean },
): void {
  const url = `${basePath()}${pages.files(folder ?? undefined)}${query === null ? "" : `?${formatQuery(query)}`}`;
  if (replace) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
}
