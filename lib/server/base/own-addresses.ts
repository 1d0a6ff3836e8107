import { contracts } from "@/lib/contracts/all";
import { pagePaths } from "@/lib/shared/page-paths";

/** First segments of the pages' addresses, and of what else is served beside them; a test compares them with what there is. */
const pages = [
  "browse",
  "login",
  "setup",
  "invite",
  "second-factor",
  "s",
  ...pagePaths.map((path) => path.split("/")[0] ?? path),
];
const files = ["_next", "vendor", "push-worker.js", "icon.svg"];
const services = ["api", "dav"];

/** Behind a proxy that strips the base path, one of them as the base would be ambiguous. */
export const ownAddresses: ReadonlySet<string> = new Set([...pages, ...files, ...services]);

/** What Next answers, pages and other things: an address that is none of these is not found. */
const answered = new RegExp(
  `^/(?:$|_next/|(?:${["login", "login/oidc", "setup", "invite", "second-factor", "browse(?:/.*)?", "s/[^/]+", ...pagePaths].join("|")})/?$)`,
);

/** Whether there is a page, or something else of Next's, at an address without the base path. */
export function isPageAddress(pathname: string): boolean {
  return answered.test(pathname);
}

/** What stands in the place of a root's id in the addresses of endpoints, such as `file/stat`: a root with such an id could not be reached. */
export const fileEndpointNames: ReadonlySet<string> = new Set(
  Object.values(contracts)
    .flatMap((contract) => Object.values(contract))
    .map(({ path }) => path.split("/"))
    .filter(([group, name = "{"]) => group === "file" && !name.startsWith("{"))
    .map(([, name = ""]) => name),
);
