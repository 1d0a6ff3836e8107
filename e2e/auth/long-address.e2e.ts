import { expect, test } from "../support/test";

test("an address with thousands of parameters is refused before a page reads them", async ({ server }) => {
  const ask = async (address: string) => (await fetch(`${server.url}${address}`, { redirect: "manual" })).status;
  expect(await ask(`/login?${"a&".repeat(60)}`)).toBe(200);
  for (const address of ["/login", "/", "/s/abcdefghijklmnop", "/nowhere"])
    expect(await ask(`${address}?${"a&".repeat(7_000)}`)).toBe(413);
});

test("an address whose bytes are no text is a page that is not there", async ({ server }) => {
  for (const address of ["/s/%ff", "/%ff", "/login/%c3", "/invite/%e0%80"])
    expect((await fetch(`${server.url}${address}`, { redirect: "manual" })).status).toBe(404);
});
