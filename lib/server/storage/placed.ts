import type { Noted } from "./noted";
import type { Renamed } from "./storage";

/**
 * A folder that went as a whole is one. `id`: what it was where it comes from; null or none: not known. `becomes`: what it is now where a copy took its
 * place, as on another disk. `folder`: one whose content went one by one, and is told of by itself, that is not there any more: it was made anew, or merged into one that was there.
 */
export type Placed = Renamed & Partial<Pick<Noted, "id">> & { becomes?: Noted["id"]; folder?: "made" | "merged" };
