import { signIn } from "../support/api-client";
import { readDatabase } from "../support/read-database";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { startMailServer } from "../support/start-mail-server";
import { startReceiver } from "../support/start-receiver";
import { enter, expect, test } from "../support/test";

const account = { username: "postmaster", password: "mail-secret-1" };
const elsewhere = /^request outside: (?:http|ws):\/\/127\.0\.0\.1:/; // of another server than the worker's

let server: Filedeck;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
test.beforeAll(async () => {
  [server, mail, receiver] = await Promise.all([startFiledeck(), startMailServer(account), startReceiver()]);
});
test.afterAll(async () => {
  mail.close();
  receiver.close();
  await server.remove();
});

test("a mail server is set up and tried, and an own address verified, used, and removed", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  expectConsole(/status of 4\d\d/);
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/settings#mail`);
  const form = page.getByRole("form", { name: "Mail server" });
  await form.getByRole("switch", { name: "Send email" }).click();
  await form.getByLabel("Server", { exact: true }).fill("127.0.0.1");
  await form.getByLabel("Port").fill(String(mail.port));
  await form.getByLabel("Encryption").selectOption("None");
  await form.getByLabel("Username").fill(account.username);
  await form.getByRole("textbox", { name: "Password" }).fill(account.password);
  await form.getByLabel("Sender").fill("Deck <deck@example.com>");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("button", { name: "Save" })).toBeDisabled();
  await page.getByLabel("Send a test email to").fill("first@example.com");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Test email sent to first@example.com").first()).toBeVisible();
  expect(mail.mails.map(({ to, from }) => [from, ...to])).toEqual([["deck@example.com", "first@example.com"]]);

  await page.goto(`${server.url}/account`);
  const own = page.getByRole("region", { name: "Email", exact: true });
  await own.getByLabel("Email address").fill("me@example.com");
  await own.getByRole("button", { name: "Send code" }).click();
  await expect(own).toContainText("A code was sent to me@example.com");
  await own.getByLabel("Code").fill("000000");
  await own.getByRole("button", { name: "Verify" }).click();
  await expect(own).toContainText("Not verified");
  await own.getByLabel("Code").fill(/\b\d{6}\b/.exec(mail.mails.at(-1)?.text ?? "")?.[0] ?? "");
  await own.getByRole("button", { name: "Verify" }).click();
  await expect(own).not.toContainText("Not verified");
  const choice = page.getByRole("checkbox", { name: "Security: Email" });
  const isChosen = !(await choice.isChecked());
  // It shows what the server has kept.
  await choice.click();
  await expect(choice).toBeChecked({ checked: isChosen });
  const before = mail.mails.length;
  await page.getByRole("button", { name: "Send test notification" }).click();
  await expect.poll(() => mail.mails.slice(before).map(({ to }) => to)).toContainEqual(["me@example.com"]);
  await page.reload();
  await expect(choice).toBeChecked({ checked: isChosen });
  await own.getByRole("button", { name: "Remove" }).click();
  await expect(own.getByLabel("Email address")).toBeVisible();
  for (const row of await readDatabase(server, 'SELECT * FROM "User"'))
    expect(JSON.stringify(row)).not.toContain("me@example.com");
});

test("a webhook is added, tried, changed, and switched off", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/settings#webhooks`);
  const section = page.getByRole("region", { name: "Webhooks" });
  await section.getByRole("button", { name: "Add webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Pager");
  await dialog.getByLabel("URL").fill(receiver.url);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("button", { name: "Close" }).click();
  await section.getByRole("button", { name: "Send test" }).click();
  await expect(page.getByText("The receiver answered with 204").first()).toBeVisible();
  expect(receiver.posts.at(-1)?.headers).toHaveProperty("x-filedeck-signature");

  await section.getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("Name").fill("Night pager");
  await dialog.getByLabel("Enabled").click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(section).toContainText("Night pager");
  await expect(section).toContainText("Off");
  const [stored] = await readDatabase(server, 'SELECT * FROM "Webhook"');
  expect(stored).toMatchObject({ name: "Night pager" });
});
