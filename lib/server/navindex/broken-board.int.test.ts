import { afterEach, beforeEach, expect, test } from "vitest";
import type pino from "pino";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { listBoards, saveBoard } from "./boards";

let fixture: TrashFixture;

beforeEach(async () => {
  fixture = await makeTrashFixture();
  startAppOf({ stopping: new AbortController().signal, log: { error: () => {} } as unknown as pino.Logger }); // all that is written
});
afterEach(() => fixture.close());

test("a broken link of a start page is left out, the others stay, and saving keeps it", async () => {
  const link = { id: "a", kind: "link", title: "A", url: "https://a.example/", icon: null, color: "gray" } as const;
  const broken = { ...link, id: "b", url: "javascript:alert(1)" };
  const items = [
    link,
    broken,
    { id: "f", kind: "folder", title: "F", color: "plaid", items: [{ ...link, id: "c", icon: "nose" }] },
  ];
  await fixture.ctx.db.navBoard.create({ data: { id: "n", userId: "mia", content: { items }, version: 1 } });
  const read = async () => {
    const { boards, unreadable } = await listBoards({}, fixture.ctx);
    return { own: boards[0], unreadable };
  };
  const shown = [link, { id: "f", kind: "folder", title: "F", color: "gray", items: [{ ...link, id: "c" }] }];
  expect(await read()).toMatchObject({ own: { items: shown }, unreadable: 1 });
  await saveBoard({ role_id: null, version: 1, items: [{ ...link, title: "B" }] }, fixture.ctx);
  expect(await read()).toMatchObject({ own: { version: 2, items: [{ ...link, title: "B" }] }, unreadable: 1 });
  const row = await fixture.ctx.db.navBoard.findUniqueOrThrow({ where: { userId: "mia" } });
  expect(row.content).toEqual({ items: [{ ...link, title: "B" }, broken] });
});
