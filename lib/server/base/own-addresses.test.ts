import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { consoleFeatures } from "@/components/features";
import { pagePaths } from "@/lib/shared/page-paths";
import { isPageAddress, ownAddresses } from "./own-addresses";

/** What a build leaves there, which is no page. */
const made = "generated";

/** First segments of what is below a folder of the app: names in parentheses only group, those in brackets stand for any. */
function segmentsIn(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== made)
    .flatMap(({ name }) => (name.startsWith("(") ? segmentsIn(path.join(dir, name)) : [name]))
    .filter((name) => !name.startsWith("["));
}

it("knows every page, folder of files and service, so that none can be taken as the base path", () => {
  const declared = consoleFeatures.flatMap(({ pages = [] }) => pages.map((page) => page.path));
  expect([...pagePaths]).toEqual(declared.toSorted());
  const pages = [...segmentsIn(path.join(process.cwd(), "app")), ...declared.map((page) => page.split("/")[0] ?? page)];
  // The build makes the second: it is not there in a fresh clone.
  const files = [...readdirSync("public"), "vendor"];
  expect([...ownAddresses].toSorted()).toEqual([...new Set([...pages, ...files, "_next", "api", "dav"])].toSorted());
});

it("tells addresses of pages from all others", () => {
  const pages = ["/", "/login", "/setup", "/browse", "/browse/files/a", "/s/abc", "/users/", "/users/roles"];
  expect(pages.filter((one) => !isPageAddress(one))).toEqual([]);
  const none = [
    "/nowhere",
    "/s",
    "/s/a/b",
    "/users/other",
    "/browsers",
    "/favicon.ico",
    "/icon.svg",
    "/icon.svgz",
    "/browse2/[[...path]]",
  ];
  expect(none.filter(isPageAddress)).toEqual([]);
});
