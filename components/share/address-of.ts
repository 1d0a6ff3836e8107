import { urls } from "@/lib/client/urls";
import type { Share } from "@/lib/contracts/share";

/** The whole address of a share, as others open it. */
export function addressOf({ link }: Pick<Share, "link">): string {
  return new URL(urls.asset(`s/${link}`), location.origin).href;
}
