import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "@/lib/server/runtime/app";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { backupSetting } from "@/lib/server/backup/backup-setting";
import { exportSettings, importSettings } from "@/lib/server/setting/transfer-settings";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { productName } from "@/lib/shared/look";
import { brandSetting, defaultsSetting, logoSetting } from "./appearance-settings";
import { getLook } from "./look";
import { isLogo } from "./png";
import { setLogo } from "./services";

let fixture: TrashFixture;
let root: Ctx;

beforeAll(async () => {
  fixture = await makeTrashFixture();
  startAppOf({ version: "1.0.0", env: { basePath: "/deck" } as App["env"] });
  root = { ...fixture.ctx, actor: actorOf("mia", true), about: () => {} };
});
afterAll(async () => {
  // What other tests of this process find.
  await root.db.setting.deleteMany();
  for (const setting of [brandSetting, logoSetting, defaultsSetting, backupSetting]) await setting.load(root.db);
  await fixture.close();
});

/** A grey picture, written by the format's rules but for sums, which nobody here reads. */
function makePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side);
  head.writeUInt32BE(side, 4);
  head[8] = 8;
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc(side * (side + 1)))),
    Buffer.from("0000000049454e44ae426082", "hex"),
  ]);
}

test.each([
  ["a small one", makePng(16), true],
  ["one of too many pixels", makePng(1025), false],
  ["one that is cut off", makePng(16).subarray(0, -4), false],
  ["one with something behind its end", Buffer.concat([makePng(16), Buffer.from("<script>")]), false],
  ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.repeat(5)), false],
  ["nothing", Buffer.alloc(0), false],
])("%s", (_, bytes, expected) => {
  expect(isLogo(bytes)).toBe(expected);
});

test("each picture has an address of its own, below the base path", async () => {
  const addressOf = async (side: number) => (await setLogo({ png: makePng(side).toString("base64") }, root)).logo ?? "";
  const [one, other] = [await addressOf(16), await addressOf(17)];
  expect(one).toMatch(/^\/deck\/api\/appearance\/logo\?v=[0-9a-f]{16}$/);
  expect(other).not.toBe(one);
  expect(getLook().logo).toBe(other);
});

test("a file of settings takes them along, without the plan of backups and without what is no picture", async () => {
  await brandSetting.save(root.db, { name: "Harbour", note: "Hello" });
  await defaultsSetting.save(root.db, { language: "fr", theme: "contrast" });
  await backupSetting.save(root.db, { ...backupSetting.get(), keep: 77, sealed_passphrase: "sealed-here" });
  const file = await exportSettings({}, root);
  expect(file.settings).toMatchObject({ brand: { name: "Harbour" } });
  expect(JSON.stringify(file)).not.toMatch(/sealed-here|"keep"/);

  await brandSetting.save(root.db, { name: productName, note: "" });
  const settings = {
    ...file.settings,
    logo: { png: Buffer.from("<svg/>").toString("base64") },
    // Of an older version.
    backup: { ...backupSetting.get(), keep: 3, is_encrypted: false },
  };
  const found = await importSettings({ file: { ...file, settings } }, root);
  expect([found.invalid, found.unknown]).toEqual([["logo"], ["backup"]]);
  expect(getLook()).toMatchObject({ name: "Harbour", note: "Hello", language: "fr", theme: "contrast" });
  expect([backupSetting.get().keep, backupSetting.get().sealed_passphrase]).toEqual([77, "sealed-here"]);
});
