import { afterAll, beforeAll, expect, test } from "vitest";
import { startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { addPlaces } from "@/lib/server/storage/places";
import { sweepUploads } from "./sweep-uploads";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

const part = `.filedeck-upload-${"0".repeat(32)}.part`;

async function addRows(places: readonly string[]): Promise<void> {
  const rows = places.map((place, index) => ({
    id: String(index).padStart(6, "0"),
    ownerKind: "user",
    ownerId: "nobody",
    folder: "f",
    name: "n",
    conflict: "fail",
    metadata: "",
    partId: "0".repeat(32),
    place,
    expiresAt: new Date(0),
  }));
  await server.db.upload.createMany({ data: rows });
}

const left = async () => {
  const rows = await server.db.upload.findMany({ select: { place: true } });
  const volumes = rows.map(({ place }) => place.slice(0, place.indexOf("/")));
  await server.db.upload.deleteMany();
  return [...new Set(volumes)];
};

test("those that cannot be removed are not all that is looked at, and a host that was deleted keeps none", async () => {
  const stuck = Array.from({ length: 600 }, (_, index) => `nowhere:x/${index}/${part}`);
  await addRows([...stuck, `${server.filesDir}/${part}`, `sftp:deleted/home/${part}`]);
  expect(await sweepUploads(server.db)).toBe(2);
  expect(await left()).toEqual(["nowhere:x"]);
});

test("a host that never answers keeps no other waiting", async () => {
  const places = { real: async (place: string) => place, isThere: async () => true };
  addPlaces("silent", { ...places, sweepPart: () => new Promise<never>(() => {}) });
  addPlaces("quick", { ...places, sweepPart: async () => true });
  await addRows([`silent:x/${part}`, `silent:x/a/${part}`, `quick:x/${part}`, `${server.filesDir}/${part}`]);
  expect(await sweepUploads(server.db, { hostMs: 500 })).toBe(2);
  expect(await left()).toEqual(["silent:x"]);
});
