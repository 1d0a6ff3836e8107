import { call, signIn } from "../support/api-client";
import { expect, test } from "../support/test";

const username = "x".repeat(60);

for (const width of [390, 736])
  test(`at ${width} px what one can do is in sight, whatever names there are`, async ({
    page,
    server,
    root,
    login,
  }) => {
    await login();
    const credentials = { username, password: "correct-horse-battery" };
    const none = { access_dirs: [], only_read_dirs: [], not_access_dirs: [], auth_list: [] };
    const body = { ...credentials, is_root: false, disabled: false, role_id: null, ...none };
    // The second of the two finds it made.
    expect([200, 409]).toContain((await call(server, "user/users", { session: root, body })).status);
    await signIn(server, credentials);
    await page.setViewportSize({ width, height: 800 });
    await page.goto("users/sessions");
    const row = page.getByRole("row").filter({ hasText: username }).first();
    await expect(row.getByRole("button")).toBeInViewport({ ratio: 1 });
    await page.goto("users");
    // Other tests have made users, too: those in sight are drawn.
    await page.getByRole("searchbox", { name: "Search users" }).fill(username);
    await expect(row.getByRole("button")).toBeInViewport({ ratio: 1 });
    await page.goto("containers/networks");
    // A pixel of it lies under the line of the row.
    await expect(page.getByRole("link", { name: "Networks", exact: true })).toBeInViewport({ ratio: 0.95 });
  });
