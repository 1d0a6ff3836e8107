import { shareContract } from "@/lib/contracts/share";
import { serve } from "@/lib/server/http/serve";
import { createShare, listShares, revokeShare, updateShare } from "@/lib/server/share/manage-shares";

export const { GET, POST, PUT, DELETE } = serve(shareContract, { listShares, createShare, updateShare, revokeShare });
