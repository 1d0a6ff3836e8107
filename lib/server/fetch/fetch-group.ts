import { fetchContract } from "@/lib/contracts/fetch";
import { defineTask } from "@/lib/server/group/define-task";
import { group } from "@/lib/server/group/group";
import { fetchFiles } from "./fetch-files";
import { findResumable, resumeFetches } from "./resume-fetches";

export const fetchGroup = group({
  name: "fetch",
  contract: fetchContract,
  json: { fetchFiles },
  tasks: [
    defineTask({
      kind: "fetch",
      access: "http_proxy",
      cancelAccess: "http_proxy_download_cancel",
      // Downloads mostly wait for others, for hours: so nobody's copying waits for them.
      queue: { perOwner: 3, total: 12, queuedPerOwner: 200 },
      resumption: { find: findResumable, resume: resumeFetches },
    }),
  ],
});
