import { afterAll, beforeAll, expect, test } from "vitest";
import { tabContract } from "@/lib/contracts/tab";
import { maxTabs, type TabChange } from "@/lib/shared/tabs";
import { makeTaskFixture, type TaskFixture } from "@/lib/server/task/task-fixture";
import { changeTabs, listTabs, onTabsChanged } from "./tabs";

let fixture: TaskFixture;
beforeAll(async () => {
  fixture = await makeTaskFixture();
  const tom = { id: "tom", username: "tom", passwordHash: "", grants: {}, preferences: {} };
  await fixture.db.user.create({ data: tom });
});
afterAll(() => fixture.close());

const as = (userId = fixture.actor.userId ?? "") => ({ ...fixture.ctx(), actor: { ...fixture.actor, userId } });
const change = (changes: TabChange[], userId?: string) =>
  changeTabs(tabContract.changeTabs.input.parse({ changes }), as(userId));
const idsOf = async (userId?: string) => (await listTabs({}, as(userId))).tabs.map(({ id }) => id).join(" ");
const open = (id: string, after: string | null = null): TabChange => ({
  type: "open",
  tab: { id, address: `/browse/files/${id}`, title: id },
  after,
});
const closeAll = (userId?: string) =>
  change([{ type: "close", ids: Array.from({ length: maxTabs }, (_, index) => `t${index}`) }], userId);

test("keeps the tabs of a user in their order, and what is changed of them", async () => {
  await change([open("t1"), open("t2"), open("t3", "t1")]);
  expect(await idsOf()).toBe("t1 t3 t2");
  const update: TabChange = { type: "update", tab: { id: "t3", address: "/tasks?id=4", title: "\u202eTasks" } };
  await change([{ type: "move", id: "t2", after: null }, update]);
  expect((await listTabs({}, as())).tabs).toEqual([
    { id: "t2", address: "/browse/files/t2", title: "t2" },
    { id: "t1", address: "/browse/files/t1", title: "t1" },
    { id: "t3", address: "/tasks?id=4", title: "\u202eTasks" },
  ]);
  await change([{ type: "close", ids: ["t1", "t2"] }]);
  expect(await idsOf()).toBe("");
});

test("merges what several windows do at the same time", async () => {
  await change([open("t0"), open("t1")]);
  await Promise.all(Array.from({ length: 12 }, (_, index) => change([open(`t${index + 2}`, "t0")])));
  const { tabs } = await listTabs({}, as());
  expect(new Set(tabs.map(({ id }) => id)).size).toBe(14);
  expect(tabs[0]?.id).toBe("t0");
  await closeAll();
});

test("has room for so many and no more", async () => {
  await change(Array.from({ length: maxTabs }, (_, index) => open(`t${index}`)));
  const { tabs } = await change([open("more")]);
  expect([tabs.length, tabs.some(({ id }) => id === "more")]).toEqual([maxTabs, false]);
  await closeAll();
});

test("what is another user's is neither seen nor changed, also under the same name", async () => {
  await change([open("t1"), open("t2")]);
  await change([open("t1"), open("t9")], "tom");
  await change([{ type: "close", ids: ["t2"] }], "tom");
  expect([await idsOf(), await idsOf("tom")]).toEqual(["t1 t2", "t1 t9"]);
  await closeAll("tom");
  expect(await idsOf()).toBe("t1 t2");
  await closeAll();
});

test("tells each change under whose name it was made, the later with the higher number", async () => {
  const told: [string, number][] = [];
  const stop = onTabsChanged((userId, { revision }) => told.push([userId, revision]));
  await change([open("t1"), open("t2")]);
  await closeAll("tom");
  const last = await closeAll();
  stop();
  expect(told.map(([userId]) => userId)).toEqual(["mia", "tom", "mia"]);
  expect(told[2]?.[1]).toBeGreaterThan(told[0]?.[1] ?? 0);
  expect((await listTabs({}, as())).revision).toBe(last.revision);
});

test.each([
  "https://example.org/",
  "//example.org",
  "/\\example.org",
  "javascript:alert(1)",
  "/api/tab",
  "/login",
  "/a\nb",
])("no tab leads to %j", (address) => {
  const changes = [{ type: "open", tab: { id: "t1", address, title: "" }, after: null }];
  expect(tabContract.changeTabs.input.safeParse({ changes }).success).toBe(false);
});
