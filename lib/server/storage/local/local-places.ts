import type { Places } from "@/lib/server/storage/adapter";
import { isThere, realDir } from "./resolve/real-dirs";
import { sweepPart } from "./write/sweep-parts";

export const localPlaces: Places = { real: realDir, isThere, sweepPart };
