import { createHash, createHmac } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { violationsInThemes } from "../support/axe";
import { makeCertificate } from "../support/make-certificate";
import { expect, test } from "../support/test";

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const values = (page: Page) => page.getByRole("tabpanel").locator("dd");

async function pick(page: Page, file: string): Promise<void> {
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose file…" }).click();
  await (await choosing).setFiles(file);
}

test.beforeEach(async ({ login, page, server }) => {
  await login({ permissions: [] });
  // What is typed there is sent nowhere.
  page.on("request", (request) => {
    if (request.method() !== "GET" && !request.url().startsWith(`${server.url}/api/tab`))
      expect(request.url()).toMatch(/\/api\/(?:socket|user)/);
  });
});

test("anybody who is signed in finds the tools, by mouse, keys and address", async ({ page, server }) => {
  await page.goto(`${server.url}/account`);
  await page.getByRole("link", { name: "Toolbox" }).click();
  const tab = (name: string) => page.getByRole("tab", { name });
  await expect(tab("Encode and decode")).toHaveAttribute("aria-selected", "true");
  await tab("UUIDs").click();
  await expect(page).toHaveURL(/\?tool=uuid$/);
  await tab("UUIDs").press("ArrowDown");
  await expect(tab("Passwords")).toBeFocused();
  await expect(page).toHaveURL(/\?tool=password$/);
  await tab("Passwords").press("ArrowDown");
  await expect(tab("Encode and decode")).toBeFocused();
  await page.goto(`${server.url}/toolbox?tool=time`);
  await expect(tab("Timestamps")).toHaveAttribute("aria-selected", "true");
  await page.goto(`${server.url}/toolbox?tool=nonsense`);
  await expect(tab("Encode and decode")).toHaveAttribute("aria-selected", "true");
});

test("texts are encoded and decoded, both ways", async ({ page, server }) => {
  await page.goto(`${server.url}/toolbox?tool=encode`);
  await field(page, "Text").fill("Grüße <b>&</b>");
  await expect(field(page, "Encoded")).toHaveValue(Buffer.from("Grüße <b>&</b>").toString("base64"));
  await page.getByLabel("Format").selectOption("html");
  await expect(field(page, "Encoded")).toHaveValue("Grüße &lt;b&gt;&amp;&lt;/b&gt;");
  await field(page, "Encoded").fill("&copy; &#x1F511; &notit; <script>alert(1)</script> a  b");
  await expect(field(page, "Text")).toHaveValue("© 🔑 ¬it; <script>alert(1)</script> a  b");
  await page.getByLabel("Format").selectOption("hex");
  await field(page, "Encoded").fill("c3bc zz");
  await expect(page.getByText("This isn’t valid in the chosen format")).toBeVisible();
  await field(page, "Encoded").fill("ff");
  await expect(page.getByText("The decoded bytes aren’t UTF-8 text")).toBeVisible();
});

test("a text and a large file are hashed, with and without a key", async ({ page, server }) => {
  await page.goto(`${server.url}/toolbox?tool=hash`);
  const hash = (algorithm: string, data: string | Buffer) => createHash(algorithm).update(data).digest("hex");
  await field(page, "Text").fill("käse");
  await expect(values(page)).toHaveText(["sha1", "sha256", "sha384", "sha512"].map((name) => hash(name, "käse")));
  await field(page, "HMAC key (optional)").fill("geheim");
  await expect(values(page).nth(1)).toHaveText(createHmac("sha256", "geheim").update("käse").digest("hex"));
  await field(page, "HMAC key (optional)").fill("");
  const content = Buffer.alloc(21 * 1024 * 1024, "filedeck");
  const file = path.join(server.workDir, "large.bin");
  writeFileSync(file, content);
  await pick(page, file);
  await expect(values(page).nth(1)).toHaveText(hash("sha256", content), { timeout: 30_000 });
  await field(page, "Compare with").fill(hash("sha512", content).toUpperCase());
  await expect(page.getByText("Matches SHA-512")).toBeVisible();
  await field(page, "Compare with").fill("abc");
  await expect(page.getByText("No match")).toBeVisible();
});

test("a token is signed, read and verified", async ({ page, server }) => {
  await page.goto(`${server.url}/toolbox?tool=jwt`);
  await page.getByText("Create", { exact: true }).click();
  await field(page, "Payload").fill('{"sub":"mia","exp":1000000000}');
  await field(page, "Secret").fill("geheim");
  await expect(field(page, "Signed token")).toHaveValue(/^ey.+\..+\..+$/);
  const token = await field(page, "Signed token").inputValue();
  await page.getByText("Decode and verify").click();
  await field(page, "Token").fill(`Bearer ${token}`);
  await expect(field(page, "Payload")).toHaveValue(/"sub": "mia"/);
  await expect(page.getByText("Expired", { exact: true })).toBeVisible();
  await expect(values(page)).toContainText(["Sep 9, 2001"]);
  await field(page, "Secret").fill("another");
  await expect(page.getByText("The signature doesn’t match this secret")).toBeVisible();
  await field(page, "Secret").fill("geheim");
  await expect(page.getByText("The signature is valid")).toBeVisible();
  await field(page, "Token").fill("nonsense");
  await expect(page.getByText("This isn’t a JSON Web Token")).toBeVisible();
});

test("a certificate is read, and one is made that is read again", async ({ page, server }) => {
  const { certPath } = makeCertificate(server.workDir);
  await page.goto(`${server.url}/toolbox?tool=certificate`);
  await pick(page, certPath);
  await expect(values(page)).toContainText(["CN=localhost", "CN=localhost", "localhost, 127.0.0.1"]);
  await page.getByText("Create self-signed").click();
  await field(page, "Common name").fill("server.example");
  await field(page, "Alternative names").fill("not a name");
  await page.getByRole("button", { name: "Create certificate" }).click();
  await field(page, "Alternative names").fill("server.example\n192.0.2.7\nhttp://x");
  await expect(page.getByText("This isn’t a DNS name or an IP address: http://x")).toBeVisible();
  await field(page, "Alternative names").fill("server.example\n192.0.2.7");
  await page.getByRole("button", { name: "Create certificate" }).click();
  await expect(field(page, "Private key")).toHaveValue(/^-----BEGIN PRIVATE KEY-----/);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download: Certificate" }).click();
  const file = path.join(server.workDir, "made.pem");
  await (await downloading).saveAs(file);
  await page.getByText("Read", { exact: true }).click();
  await field(page, "Certificate (PEM)").fill(readFileSync(file, "utf8"));
  await expect(values(page)).toContainText(["CN=server.example", "CN=server.example", "server.example, 192.0.2.7"]);
  await expect(page.getByText("364 days left")).toBeVisible();
  await field(page, "Certificate (PEM)").fill("nonsense");
  await expect(page.getByText("This isn’t an X.509 certificate")).toBeVisible();
});

test("times, UUIDs and passwords are made as they are wanted", async ({ page, server }) => {
  await page.goto(`${server.url}/toolbox?tool=time`);
  await field(page, "Time").fill("1769860800000");
  await expect(page.getByText("Read as Unix time in milliseconds")).toBeVisible();
  await expect(values(page)).toContainText(["1769860800", "1769860800000", "2026-01-31T12:00:00.000Z"]);
  await page.getByRole("tab", { name: "UUIDs" }).click();
  await page.getByLabel("Version").selectOption("v7");
  await page.getByLabel("How many").fill("3");
  await page.getByRole("button", { name: "Generate" }).click();
  await expect(field(page, "UUIDs")).toHaveValue(/^(?:[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f-]{17}\n?){3}$/);
  await page.getByRole("tab", { name: "Passwords" }).click();
  await page.getByLabel("Length").fill("32");
  for (const set of ["Lowercase letters", "Uppercase letters", "Symbols"]) await page.getByLabel(set).uncheck();
  await expect(field(page, "Passwords")).toHaveValue(/^(?:\d{32}\n?){5}$/);
  await expect(page.getByText("106 bits of entropy")).toBeVisible();
  await page.getByLabel("Digits").uncheck();
  await expect(page.getByText("Select at least one kind of character")).toBeVisible();
  await expect(page.getByRole("button", { name: "Generate" })).toBeDisabled();
});

for (const tool of ["encode", "hash", "jwt", "certificate", "time", "uuid", "password"])
  test(`nothing in ${tool} breaks a rule of access, and on a phone nothing is cut off`, async ({ page, server }) => {
    await page.goto(`${server.url}/toolbox?tool=${tool}`);
    await expect(page.getByRole("tabpanel").getByRole("textbox").first()).toBeVisible();
    expect(await violationsInThemes(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.reload();
    await expect(page.getByRole("tabpanel").getByRole("textbox").first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expect(page.getByRole("tab", { selected: true })).toBeInViewport();
  });
