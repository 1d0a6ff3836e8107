import { expect } from "@playwright/test";
import { makeShare } from "../support/make-share";
import { serverTest as test } from "../support/server-test";

test("what messengers show of a link is told by the page to whoever asks, and nothing of one that wants a password", async ({
  server,
  root,
  tempRoot,
}) => {
  const { path: base } = tempRoot({ "view.png": "no picture, but called one", "b.txt": "b" });
  const open = await makeShare(server, root, { files: [`${base}/view.png`], note: "From Crete" });
  const locked = await makeShare(server, root, {
    files: [`${base}/b.txt`],
    note: "Quassia",
    password: "open-sesame-1",
  });
  const pageOf = async (link: string) => {
    const headers = { "accept-language": "en", "user-agent": "Twitterbot/1.0" };
    return (await fetch(`${server.url}/s/${link}`, { headers })).text();
  };
  const shown = await pageOf(open.link);
  expect(shown).toContain("<title>view.png · Filedeck</title>");
  expect(shown).toContain('property="og:description" content="From Crete"');
  const image = `${new URL(server.url).origin}/api/share/${open.link}/file?path=view.png&amp;inline=1`;
  expect(shown).toContain(`property="og:image" content="${image}"`);
  for (const link of [locked.link, "not-there"]) {
    const page = await pageOf(link);
    expect(page).toContain("og:title");
    expect(page).not.toMatch(/Quassia|og:image|b\.txt/);
  }
});
