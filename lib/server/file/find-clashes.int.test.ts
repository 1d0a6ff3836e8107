import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { findClashes } from "./find-clashes";

let fixture: TrashFixture;
beforeAll(async () => {
  fixture = await makeTrashFixture();
});
afterAll(() => fixture.close());

const at = (text: string) => `r/${text}` as VirtualPath; // the fixture's root

test.each([0, 100])(
  "tells of taken names what stands there and what is to come, with %i free ones beside",
  async (free) => {
    const { root, ctx } = fixture;
    const [from, to] = [`from-${free}`, `to-${free}`];
    for (const folder of [from, to]) mkdirSync(path.join(root, folder, "album"), { recursive: true });
    writeFileSync(path.join(root, from, "text"), "arriving");
    writeFileSync(path.join(root, to, "text"), "there");
    utimesSync(path.join(root, to, "text"), 1_000, 1_000);
    writeFileSync(path.join(root, to, "gone"), "");
    symlinkSync("/etc", path.join(root, to, "link"));
    mkdirSync(path.join(root, from, "link"));
    const names = ["album", "text", "gone", "link", ...Array.from({ length: free }, (_, index) => `free ${index}`)];
    const input = { to: at(to), names: names as EntryName[], from: names.map((name) => at(`${from}/${name}`)) };
    const { clashes } = await findClashes(input, ctx);
    expect(clashes.map(({ name, standing, arriving }) => [name, standing.kind, arriving?.kind])).toEqual([
      ["album", "folder", "folder"],
      ["text", "file", "file"],
      ["gone", "file", undefined],
      ["link", "link", "folder"],
    ]);
    expect(clashes[1]).toMatchObject({ standing: { size: 5, mtime: 1_000_000 }, arriving: { size: 8 } });
    // Files of one's own computer: what arrives is known there.
    const uploads = await findClashes({ to: at(to), names: ["text" as EntryName], from: [] }, ctx);
    expect(uploads.clashes.map(({ arriving }) => arriving)).toEqual([null]);
  },
);
