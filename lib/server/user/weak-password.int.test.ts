import { expect, it } from "vitest";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { setUp } from "./set-up";
import { createUser } from "./manage-users";
import { noGrants } from "@/lib/server/session/grants";

const ctx = { request: { address: "192.0.2.9", relay: null } } as unknown as Ctx; // refused before anything else is asked for

it("refuses a common password for the first account, and the link stays open", async () => {
  const app = startAppOf({ setupToken: "the-token" });
  for (const password of ["password", "captain1", "Filedeck1", "12345678"])
    await expect(setUp({ token: "the-token", username: "captain", password }, ctx)).rejects.toThrow(
      "user/password-weak",
    );
  expect(app.setupToken).toBe("the-token");
});

it("refuses it for a new user", async () => {
  const user = { ...noGrants, username: "mia", is_root: false, disabled: false, role_id: null, auth_list: [] };
  await expect(createUser({ ...user, password: "Password1" }, ctx)).rejects.toThrow("user/password-weak");
});
