import { undoContract } from "@/lib/contracts/undo";
import { group } from "@/lib/server/group/group";
import { undo } from "./undo";

export const undoGroup = group({ name: "undo", contract: undoContract, json: { undo } });
