import { z } from "zod";
import { shareItem, shareLimits } from "@/lib/contracts/share";
import { withoutLimits } from "@/lib/contracts/without-limits";
import { shareModes } from "@/lib/shared/share-modes";

/** What a stored share says of itself; the columns hold what some contract let in, not always today's. */
export const storedShare = withoutLimits(
  z.object({
    mode: z.enum(shareModes),
    items: z.array(shareItem.extend({ hostPath: z.string() })),
    limits: shareLimits,
  }),
);
export type StoredItem = z.infer<typeof storedShare>["items"][number];
