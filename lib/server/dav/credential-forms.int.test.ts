import iconv from "iconv-lite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dav } from "@/e2e/support/dav-client";
import { startDavServer, type DavServer } from "@/e2e/support/start-dav-server";
import { forgetActors } from "@/lib/server/session/find-actor";

let server: DavServer;
let as: { username: string; password: string };
beforeAll(async () => {
  server = await startDavServer();
  as = await server.makeDavUser([], ["file_read", "webdav"]);
});
afterAll(() => server.close());

/** The status for somebody who is stored under one name and sends another, as these bytes. */
async function statusFor(stored: string, sent: Buffer): Promise<number> {
  const { userId } = await server.db.appPassword.findFirstOrThrow({ where: { user: { username: as.username } } });
  await server.db.user.update({ where: { id: userId }, data: { username: stored } });
  as = { ...as, username: stored };
  forgetActors();
  const credentials = Buffer.concat([sent, Buffer.from(`:${as.password}`)]).toString("base64");
  const headers = { depth: "0", authorization: `Basic ${credentials}` };
  return (await dav(server, "PROPFIND", "", { headers })).status;
}

it.each(["jörg", "Zoë", "Łukasz", "señor-œuf"])(
  "lets in %s in each form of the name, whichever is stored",
  async (name) => {
    const [composed, decomposed] = [name.normalize("NFC"), name.normalize("NFD")];
    for (const stored of [composed, decomposed])
      for (const sent of [composed, decomposed])
        expect.soft([stored, sent, await statusFor(stored, Buffer.from(sent))]).toEqual([stored, sent, 207]);
  },
);

it.each(["jörg", "Zoë", "œuf", "Šimon"])("lets in %s from a program that sends Windows-1252", async (name) => {
  const sent = iconv.encode(name, "windows-1252");
  expect(await statusFor(name, sent)).toBe(207);
  expect(await statusFor(name.normalize("NFD"), sent)).toBe(207);
});

it("refuses other names all the same", async () => {
  expect(await statusFor("jörg", Buffer.from("jorg"))).toBe(401);
  expect(await statusFor("jorg", Buffer.from("jörg"))).toBe(401);
  expect(await statusFor("jörg", iconv.encode("jürg", "latin1"))).toBe(401);
});
