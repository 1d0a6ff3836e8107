import { searchContract } from "@/lib/contracts/search";
import { group } from "@/lib/server/group/group";
import { getSearchIndex, indexedFolders, openSearchIndex, setSearchIndex } from "./index-setting";
import { searchFiles } from "./search-files";

export const searchGroup = group({
  name: "search",
  contract: searchContract,
  json: { getSearchIndex, setSearchIndex },
  bytes: { search: searchFiles, searchBy: { service: searchFiles, hasJsonBody: true } },
  settings: [indexedFolders],
  onStart: openSearchIndex,
});
