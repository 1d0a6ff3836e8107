import { contracts } from "@/lib/contracts/all";
import { pagePaths } from "@/lib/shared/page-paths";
import { expect, test } from "../support/test";

/** What one page may ask of route handlers, which cost more than what the server answers ahead of Next. */
const handful = 8;

const handled = Object.values(contracts)
  .flatMap((contract) => Object.values(contract))
  .filter(({ direct }) => !direct)
  .map(({ method, path }) => ({ method, address: new RegExp(`^/api/${path.replace(/\{\w+\}/g, "[^/]+")}$`) }));

test("no page asks more than a handful of what route handlers answer", async ({ page, login, expectConsole }) => {
  expectConsole(/404/); // pages of one thing, of which none is named
  await login("root");
  let asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (handled.some(({ method, address }) => method === request.method() && address.test(pathname)))
      asked.push(pathname);
  });
  for (const path of ["browse/files", ...pagePaths]) {
    asked = [];
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect.soft(asked.length, `${path}: ${asked.join(", ")}`).toBeLessThanOrEqual(handful);
  }
});
