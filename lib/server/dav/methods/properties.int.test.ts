import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDavServer, type DavServer } from "@/e2e/support/start-dav-server";

let server: DavServer;
beforeAll(async () => {
  server = await startDavServer();
});
afterAll(() => server.close());

const update = (properties: string) =>
  `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop>${properties}</D:prop></D:set></D:propertyupdate>`;
const note = (text: string) => `<note xmlns="urn:x">${text}</note>`;
const notesIn = (text: string) => [...text.matchAll(/<note xmlns="urn:x">([^<]+)</g)].map(([, value]) => value);

test("a folder of long properties is listed with each at its entry", async () => {
  const { dir, path: folder } = server.folder();
  const names = Array.from({ length: 12 }, (_, index) => `f${String(index).padStart(2, "0")}`);
  for (const name of [...names, "none"]) writeFileSync(path.join(dir, name), "");
  for (const name of names)
    await server.ask("PROPPATCH", `${folder}/${name}`, { body: update(note(name + "x".repeat(60_000))) });
  const { text } = await server.ask("PROPFIND", `${folder}/`, { headers: { depth: "1" } });
  expect(notesIn(text).map((value) => value?.slice(0, 3))).toEqual(names);
  const own = text
    .split("<D:response>")
    .map((part) => [/<D:href>[^<]*\/([^<]*)</.exec(part)?.[1], notesIn(part)[0]?.slice(0, 3)]);
  for (const name of names) expect(own).toContainEqual([name, name]);
  expect(own).toContainEqual(["none", undefined]);
});

test("more than may be kept with one entry is refused, and the answer says how much may be", async () => {
  const { dir, path: folder } = server.folder();
  writeFileSync(path.join(dir, "f"), "");
  const { status, text } = await server.ask("PROPPATCH", `${folder}/f`, {
    body: update(note("\u4E2D".repeat(30_000))),
  });
  expect(status).toBe(507);
  expect(text).toContain("64 KB");
});
