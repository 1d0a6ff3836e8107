import { undoContract } from "@/lib/contracts/undo";
import { serve } from "@/lib/server/http/serve";
import { undo } from "@/lib/server/undo/undo";
import { endUploads } from "@/lib/server/undo/upload-runs";

export const { GET, POST, PUT, DELETE } = serve(undoContract, { undo, endUploads });
