import { undoContract } from "@/lib/contracts/undo";
import { serve } from "@/lib/server/http/serve";
import { undo } from "@/lib/server/undo/undo";

export const { GET, POST, PUT, DELETE } = serve(undoContract, { undo });
