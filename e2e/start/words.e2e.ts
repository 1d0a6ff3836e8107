import { gzipSync } from "node:zlib";
import { locales } from "@/lib/shared/locales";
import { makeShare } from "../support/make-share";
import { expect, test } from "../support/test";

const maxPageBytes = 12 * 1024;

test("a page ships the words that it shows, in every language: at most 12 KB of HTML", async ({
  server,
  root,
  tempRoot,
}) => {
  const { link } = await makeShare(server, root, { files: [tempRoot({ "a.txt": "a" }).path] });
  for (const locale of locales)
    for (const path of ["/login", "/setup", `/s/${link}`, "/browse", "/tasks", "/nowhere"]) {
      const answer = await fetch(server.url + path, { headers: { cookie: `filedeck.locale=${locale}` } });
      const html = await answer.text();
      expect(html).toContain(`<html lang="${locale}"`);
      expect([path, locale, gzipSync(html).length < maxPageBytes]).toEqual([path, locale, true]);
    }
});
