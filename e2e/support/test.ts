import type { Page } from "@playwright/test";
import { makeUser, signIn, type Session, type UserOptions } from "./api-client";
import { serverTest } from "./server-test";
import type { Filedeck } from "./start-filedeck";

type TestFixtures = {
  /** Signs the page's browser in: as root, or as a new user with these rights. */
  login: (options?: UserOptions | "root") => Promise<Session>;
  /** Console errors that a test expects, by pattern. All others fail it. */
  expectConsole: (pattern: RegExp) => void;
  watchPage: void;
};

export const test = serverTest.extend<TestFixtures>({
  baseURL: async ({ server }, use) => use(`${server.url}/`),
  login: async ({ server, root, page }, use) => {
    await use(async (options = "root") => {
      const session =
        options === "root" ? await signIn(server) : await signIn(server, await makeUser(server, root, options));
      await enter(page, server, session);
      return session;
    });
  },
  expectConsole: async ({}, use, info) => {
    await use((pattern) => info.annotations.push({ type: "console", description: pattern.source }));
  },
  watchPage: [
    async ({ page, server }, use, info) => {
      const problems: string[] = [];
      const { origin } = new URL(server.url);
      noteProblems(page, (problem) => problems.push(problem));
      page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(origin) && !/^(?:data|blob|about|chrome-error):/.test(url))
          problems.push(`request outside: ${url}`);
      });
      await use();
      if (await saysNoNumber(page)) problems.push("the page shows NaN");
      const expected = info.annotations
        .filter(({ type }) => type === "console")
        .map(({ description }) => new RegExp(description ?? "$^"));
      const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
      if (unexpected.length > 0) throw new Error(unexpected.join("\n"));
    },
    { auto: true },
  ],
});

export { expect } from "@playwright/test";

/** Whether a figure that is missing is shown as one. A page that is gone shows nothing. */
function saysNoNumber(page: Page): Promise<boolean> {
  return page
    .locator("body")
    .innerText({ timeout: 2_000 })
    .then(
      (text) => /\bNaN\b/.test(text),
      () => false,
    );
}

/** Errors on the console, and those that nothing caught. */
export function noteProblems(page: Page, note: (problem: string) => void): void {
  // Another test's Docker has made a bridge: Chromium breaks off what it is loading, and the page asks again.
  let isBrokenOff = false;
  page.on("console", (message) => {
    if (message.text().includes("net::ERR_NETWORK_CHANGED")) isBrokenOff = true;
    else if (message.type() === "error") note(`console: ${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", ({ message }) => {
    // What a style sheet that was broken off throws.
    if (!isBrokenOff || message !== "Event") note(`page error: ${message}`);
  });
}

/** Gives the browser both halves of the session, as the sign-in screen would. */
export async function enter(page: Page, server: Pick<Filedeck, "url">, session: Session): Promise<void> {
  // The session's, and the one by which a device is known.
  const cookies = session.cookie.split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: server.url, httpOnly: true };
  });
  await page.context().addCookies(cookies);
  await page.addInitScript((token) => {
    // Frames without an origin have no storage.
    if (window === window.top) localStorage.setItem("filedeck.token", token);
  }, session.token);
}
