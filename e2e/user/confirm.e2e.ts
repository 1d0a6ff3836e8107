import { contracts } from "@/lib/contracts/all";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { call, makeUser, signIn } from "../support/api-client";
import { rootUser, startFiledeck } from "../support/start-filedeck";
import { enter, expect, test } from "../support/test";

/** A server whose session is so old that it has forgotten when the password was given: a restart does that. */
async function startWithOldSession() {
  const first = await startFiledeck();
  const session = await signIn(first);
  const user = await makeUser(first, session);
  await first.stop();
  return { server: await startFiledeck({ workDir: first.workDir }), session, user };
}

test("changes of users and roles want the password again", async () => {
  const { server, session } = await startWithOldSession();
  try {
    const guarded = Object.values(contracts)
      .flatMap((contract) => Object.values<Endpoint>(contract))
      .filter((endpoint) => endpoint.confirm);
    expect(guarded.length).toBeGreaterThan(6);
    for (const { method, path } of guarded) {
      const target = path.replace("{id}", "none");
      const { status, answer } = await call(server, target, {
        method,
        session,
        ...(method === "DELETE" ? {} : { body: {} }),
      });
      expect.soft([path, status, answer.error]).toEqual([path, 403, "auth/confirm"]);
    }
    const confirm = (password: string) => call(server, "user/confirm", { session, body: { password } });
    expect((await confirm("not-the-password")).answer.error).toBe("auth/password-again");
    expect((await call(server, "user/roles/none", { method: "DELETE", session })).answer.error).toBe("auth/confirm");
    expect((await confirm(rootUser.password)).status).toBe(200);
    expect((await call(server, "user/roles/none", { method: "DELETE", session })).answer.error).not.toBe(
      "auth/confirm",
    );
  } finally {
    await server.remove();
  }
});

test("the screen asks for the password and goes on", async ({ page, expectConsole }) => {
  // The page asks a server that has gone whether it is back.
  expectConsole(/403|request outside|api\/health/);
  const { server, session, user } = await startWithOldSession();
  try {
    await enter(page, server, session);
    await page.goto(`${server.url}/users`);
    await page.getByRole("button", { name: `Actions for ${user.username}` }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm your password" });
    await dialog.getByLabel("Password", { exact: true }).fill("not-the-password");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByText("Incorrect password")).toBeVisible();
    await dialog.getByLabel("Password", { exact: true }).fill(rootUser.password);
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("row", { name: user.username })).toHaveCount(0);
  } finally {
    await server.remove();
  }
});
