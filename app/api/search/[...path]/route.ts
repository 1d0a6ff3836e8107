import { searchContract } from "@/lib/contracts/search";
import { serve } from "@/lib/server/http/serve";
import { getSearchIndex, setSearchIndex } from "@/lib/server/search/index-setting";

export const { GET, POST, PUT, DELETE } = serve(searchContract, { getSearchIndex, setSearchIndex });
