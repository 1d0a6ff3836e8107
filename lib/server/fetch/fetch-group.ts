import { fetchContract } from "@/lib/contracts/fetch";
import { group } from "@/lib/server/group/group";
import { fetchFiles } from "./fetch-files";
import { findResumable, resumeFetches } from "./resume-fetches";

export const fetchGroup = group({
  name: "fetch",
  contract: fetchContract,
  json: { fetchFiles },
  resumption: { find: findResumable, resume: resumeFetches },
});
