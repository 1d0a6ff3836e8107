import { duplicatesContract } from "@/lib/contracts/duplicates";
import { group } from "@/lib/server/group/group";
import { findDuplicates } from "./find-duplicates";

export const duplicatesGroup = group({ name: "duplicates", contract: duplicatesContract, json: { findDuplicates } });
