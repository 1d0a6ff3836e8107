import { call, makeUser, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { startFiledeck } from "../support/start-filedeck";
import { enter, expect, test } from "../support/test";

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20" onload="document.title='ran'">
  <script>document.title = "ran";</script><rect width="10" height="20" fill="#c00"/></svg>`;

test("a name, a logo that was an SVG, and defaults are everywhere, also below a base path", async ({ browser }) => {
  const server = await startFiledeck({ basePath: "/deck" });
  const context = await browser.newContext({ baseURL: `${server.url}/`, locale: "fr-FR" });
  try {
    const page = await context.newPage();
    const root = await signIn(server);
    await call(server, "user/userInfo/update", { body: { language: "en" }, session: root });
    await enter(page, server, root);
    await page.goto("settings?section=brand");
    const section = page.getByRole("region", { name: "Name and logo" });
    await expect(section.getByLabel("Name", { exact: true })).toHaveValue("Filedeck");
    expect(await violationsInThemes(page)).toEqual([]);
    await section.getByLabel("Name", { exact: true }).fill("Harbour files");
    await section.getByLabel("Text for the sign-in page").fill("Ask Mia for an account.");
    await section.getByRole("button", { name: "Save" }).click();
    const home = page.getByRole("banner").getByRole("link", { name: "Harbour files" });
    await expect(home).toBeVisible();
    await expect(page).toHaveTitle(/· Harbour files$/);
    // In what the texts say as well.
    await page.goto("about");
    await expect(page.getByText("Room for the data of Harbour files")).toBeVisible();
    await page.goto("settings?section=brand");
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      section.getByRole("button", { name: "Choose…" }).click(),
    ]);
    await chooser.setFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(svg) });
    await expect(home.getByRole("presentation")).toBeVisible();
    await expect(page).not.toHaveTitle("ran");

    const logo = await fetch(`${server.url}/api/appearance/logo`);
    expect([logo.status, logo.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(logo.headers.get("content-security-policy")).toContain("sandbox");
    const bytes = Buffer.from(await logo.arrayBuffer());
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes.includes("script")]).toEqual([256, 256, false]);
    const manifest = await (await fetch(`${server.url}/api/appearance/manifest`)).json();
    expect(manifest).toMatchObject({ name: "Harbour files", start_url: "/deck/" });
    expect(manifest.icons[0].src).toMatch(/^\/deck\/api\/appearance\/logo\?v=/);

    const defaults = { language: "de", theme: "dark" };
    expect((await call(server, "setting/defaults", { body: defaults, session: root })).status).toBe(200);
    const stranger = await browser.newContext({ baseURL: `${server.url}/`, locale: "fr-FR", colorScheme: "light" });
    const visit = await stranger.newPage();
    await visit.goto("login");
    await expect(visit.locator("html")).toHaveAttribute("lang", "de");
    await expect(visit.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(visit.getByText("Ask Mia for an account.")).toBeVisible();
    await expect(visit).toHaveTitle(/· Harbour files$/);
    await expect(visit.locator('link[rel="icon"]')).toHaveAttribute("href", /^\/deck\/api\/appearance\/logo\?v=/);
    // What they choose counts more.
    await visit.getByRole("combobox", { name: "Sprache" }).selectOption("es");
    await expect(visit.locator("html")).toHaveAttribute("lang", "es");
    await visit.reload();
    await expect(visit.locator("html")).toHaveAttribute("lang", "es");
    await stranger.close();

    const user = await makeUser(server, root);
    const session = await signIn(server, user);
    const { answer } = await call<{ user_data: object }>(server, "user/userInfo/get", {
      session,
      headers: { "accept-language": "fr" },
    });
    expect(answer.data.user_data).toMatchObject(defaults);
    await section.getByRole("button", { name: "Remove" }).click();
    await expect(home.getByRole("presentation")).toBeHidden();
    expect((await fetch(`${server.url}/api/appearance/logo`)).status).toBe(404);
  } finally {
    await context.close();
    await server.remove();
  }
});

test("only administrators change them, and only pictures get in", async ({ server, root }) => {
  const session = await signIn(server, await makeUser(server, root, { permissions: ["sys_protection_dir"] }));
  const tries: [string, object][] = [
    ["setting/brand", { name: "Mine", note: "" }],
    ["setting/brand/logo", { png: null }],
    ["setting/defaults", { language: "de", theme: "dark" }],
    ["setting/toasts", { success: 1000, error: 1000, warning: 300 }],
    ["setting/links", { address: "https://files.example.org" }],
  ];
  for (const [path, body] of tries) expect((await call(server, path, { body, session })).status).toBe(403);
  const png = Buffer.from(svg).toString("base64");
  const { status, answer } = await call(server, "setting/brand/logo", { body: { png }, session: root });
  expect([status, answer]).toMatchObject([422, { error: "appearance/not-png" }]);
  const toolong = { success: 100, error: 1000, warning: 300 };
  expect((await call(server, "setting/toasts", { body: toolong, session: root })).status).toBe(400);
});

test("messages stay as long as the settings say", async ({ browser }) => {
  const server = await startFiledeck();
  const context = await browser.newContext({ baseURL: `${server.url}/`, locale: "en-US" });
  try {
    const page = await context.newPage();
    const root = await signIn(server);
    await enter(page, server, root);
    await page.goto("settings?section=toasts");
    const section = page.getByRole("region", { name: "Short messages" });
    await section.getByLabel("Success").fill("20");
    await section.getByRole("button", { name: "Save" }).click();
    const saved = page.getByRole("status").filter({ hasText: "Saved" }).first();
    await expect(saved).toBeVisible();
    const { answer } = await call(server, "setting/toasts", { session: root });
    expect(answer.data).toEqual({ success: 20_000, error: 1000, warning: 300 });
  } finally {
    await context.close();
    await server.remove();
  }
});

test("links begin with the public address, whichever one is in use", async ({ browser }) => {
  const server = await startFiledeck({ basePath: "/deck" });
  const context = await browser.newContext({ baseURL: `${server.url}/`, locale: "en-US" });
  try {
    const page = await context.newPage();
    const root = await signIn(server);
    await enter(page, server, root);
    await page.goto("settings?section=links");
    const section = page.getByRole("region", { name: "Public address" });
    await section.getByLabel("Address", { exact: true }).fill("files.example.org");
    await section.getByRole("button", { name: "Save" }).click();
    await expect(section.getByText("Enter a URL that begins with http:// or https://")).toBeVisible();
    await section.getByLabel("Address", { exact: true }).fill("https://files.example.org/deck/");
    await section.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Saved" }).first()).toBeVisible();
    expect(await violationsInThemes(page)).toEqual([]);

    await call(server, "file/new/file", { body: { path: "files/letter.txt" }, session: root });
    await call(server, "share/create", { body: { files: ["files/letter.txt"] }, session: root });
    const addressOf = () =>
      page
        .getByRole("row", { name: /letter/ })
        .getByRole("link")
        .first()
        .getAttribute("href");
    await page.goto("shares");
    await expect.poll(addressOf).toMatch(/^https:\/\/files\.example\.org\/deck\/s\//);
    await call(server, "setting/links", { body: { address: "" }, session: root });
    await page.reload();
    await expect.poll(addressOf).toMatch(new RegExp(`^${server.url}/s/`));
  } finally {
    await context.close();
    await server.remove();
  }
});
