import type { mediaContract } from "@/lib/contracts/media";
import type { OutputOf } from "@/lib/contracts/endpoint";

export type MediaAnswer = OutputOf<typeof mediaContract.getFacts>;
export type MediaFacts = NonNullable<MediaAnswer["facts"]>;
