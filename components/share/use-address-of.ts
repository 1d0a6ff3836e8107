import { useLook } from "@/components/layout/look";
import { publicAddress } from "@/lib/client/public-address";
import type { Share } from "@/lib/contracts/share";

/** Gives the whole address of a share, as others open it. */
export function useAddressOf(): (share: Pick<Share, "link">) => string {
  const { address } = useLook();
  return ({ link }) => publicAddress(`s/${link}`, address);
}
