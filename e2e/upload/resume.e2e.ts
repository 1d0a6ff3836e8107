import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { chooseUpload } from "../support/choose-upload";
import { expect, test } from "../support/test";

const uploads = (page: Page) => page.getByRole("region", { name: "Uploads" });
const unfinished = (page: Page) => page.getByRole("region", { name: /unfinished upload/ });
const sha256 = (data: Buffer) => createHash("sha256").update(data).digest("hex");

/** So slow that the file is under way for as long as the test looks at it; without a limit it is over at once. */
async function limitSpeed(page: Page, bytesPerSecond: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const speed = { latency: 0, downloadThroughput: -1, uploadThroughput: bytesPerSecond };
  await devtools.send("Network.emulateNetworkConditions", { offline: false, ...speed });
}

type World = {
  login: () => Promise<unknown>;
  server: { url: string };
  tempRoot: () => { dir: string; path: string };
};

/** Signs in and begins to send a file `film.bin` into an empty folder, so slowly that it is under way. */
async function beginFilm(
  page: Page,
  { login, server, tempRoot }: World,
  { megabytes, bytesPerSecond }: { megabytes: number; bytesPerSecond: number },
) {
  const root = tempRoot();
  const bytes = randomBytes(megabytes * 1024 * 1024);
  const file = path.join(tempRoot().dir, "film.bin");
  writeFileSync(file, bytes);
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByText("This folder is empty").waitFor();
  await limitSpeed(page, bytesPerSecond);
  await chooseUpload(page, file);
  return { root, bytes, file };
}

test("a large file is held, goes on, outlives a reload, and arrives whole and verified", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const world = { login, server, tempRoot };
  const { root, bytes, file } = await beginFilm(page, world, { megabytes: 40, bytesPerSecond: 8_000_000 });
  await expect(uploads(page)).toContainText(/[1-9][\d.]* MB of 40\.00 MB/);
  await uploads(page).getByRole("button", { name: "Pause film.bin" }).click();
  await expect(uploads(page)).toContainText("1 upload paused");
  await expect(uploads(page).getByRole("listitem")).toContainText(/Paused at .* of 40\.00 MB/);
  await uploads(page).getByRole("button", { name: "Resume film.bin" }).click();
  await expect(uploads(page)).toContainText("Uploading 1 file");
  // Only what nobody sees is in the folder: its two pieces.
  const isHidden = (name: string) => name.startsWith(".filedeck-upload-");
  await expect.poll(() => readdirSync(root.dir).map(isHidden)).toEqual([true, true]);

  page.once("dialog", (dialog) => void dialog.accept()); // the page says that an upload is under way
  await page.reload();
  await expect(unfinished(page).getByRole("listitem")).toContainText(/film\.bin.* of 40\.00 MB in /s);
  const other = path.join(tempRoot().dir, "film.bin");
  writeFileSync(other, bytes.subarray(0, 1000));
  const pick = async (chosen: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      unfinished(page).getByRole("button", { name: "Choose film.bin again to resume" }).click(),
    ]);
    await chooser.setFiles(chosen);
  };
  await pick(other);
  // Toasts go by themselves; the list of notifications keeps what they said.
  await page.getByRole("button", { name: /^Notifications/ }).click();
  const notices = page.getByRole("region", { name: "Notifications" });
  await expect(notices.getByText("This isn’t the same file")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(unfinished(page)).toBeVisible();
  await pick(file);
  await expect(unfinished(page)).toHaveCount(0);
  await expect(uploads(page)).toContainText("1 file uploaded");
  await uploads(page).getByRole("button", { name: "Show uploads" }).click();
  await expect(uploads(page).getByRole("listitem")).toContainText("verified");
  expect(sha256(readFileSync(path.join(root.dir, "film.bin")))).toBe(sha256(bytes));
  expect(readdirSync(root.dir)).toEqual(["film.bin"]);
});

test("what is given up leaves nothing, at once or on the next visit", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot();
  const files = ["one.bin", "two.bin"].map((name) => path.join(tempRoot().dir, name));
  for (const file of files) writeFileSync(file, randomBytes(20 * 1024 * 1024));
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByText("This folder is empty").waitFor();
  await limitSpeed(page, 1_000_000);
  await chooseUpload(page, files[0] ?? "");
  await expect.poll(() => readdirSync(root.dir)).toHaveLength(1);
  await uploads(page).getByRole("button", { name: "Cancel one.bin" }).click();
  await expect.poll(() => readdirSync(root.dir)).toEqual([]);
  await chooseUpload(page, files[1] ?? "");
  await expect.poll(() => readdirSync(root.dir)).toHaveLength(1);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await unfinished(page).getByRole("button", { name: "Discard two.bin" }).click();
  await expect(unfinished(page)).toHaveCount(0);
  await expect.poll(() => readdirSync(root.dir)).toEqual([]);
});

test("an unfinished upload that is chosen like a new one goes on and leaves the list", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const world = { login, server, tempRoot };
  const { root, bytes, file } = await beginFilm(page, world, { megabytes: 9, bytesPerSecond: 3_000_000 });
  await expect.poll(() => readdirSync(root.dir)).toHaveLength(1);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(unfinished(page).getByRole("listitem")).toContainText("film.bin");
  await chooseUpload(page, file);
  await expect(unfinished(page)).toHaveCount(0);
  await expect(uploads(page)).toContainText("1 file uploaded");
  expect(sha256(readFileSync(path.join(root.dir, "film.bin")))).toBe(sha256(bytes));
});

test("a name that is taken by the time the file is there is asked about", async ({
  page,
  login,
  server,
  tempRoot,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\)/);
  const world = { login, server, tempRoot };
  const { root, bytes } = await beginFilm(page, world, { megabytes: 9, bytesPerSecond: 4_000_000 });
  await expect.poll(() => readdirSync(root.dir)).toHaveLength(1);
  writeFileSync(path.join(root.dir, "film.bin"), "mine");
  // Given up, the panel offers it again.
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await uploads(page).getByRole("button", { name: "film.bin already exists" }).click();
  await page
    .getByRole("dialog")
    .getByRole("radio", { name: /Keep both/ })
    .check();
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await expect(uploads(page)).toContainText("1 file uploaded");
  expect(readdirSync(root.dir).toSorted()).toEqual(["film (2).bin", "film.bin"]);
  expect(readFileSync(path.join(root.dir, "film.bin"), "utf8")).toBe("mine");
  expect(sha256(readFileSync(path.join(root.dir, "film (2).bin")))).toBe(sha256(bytes));
});

test("resuming passes over what is there and asks about what differs", async ({
  page,
  login,
  server,
  tempRoot,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\)/);
  const root = tempRoot();
  const source = tempRoot({ "same.txt": "same", "other.txt": "mine", "new.txt": "new" }).dir;
  const files = (...names: string[]) => names.map((name) => path.join(source, name));
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByText("This folder is empty").waitFor();
  await chooseUpload(page, files("same.txt", "other.txt"));
  await expect(uploads(page)).toContainText("2 files uploaded");
  writeFileSync(path.join(root.dir, "other.txt"), "theirs");
  const before = statSync(path.join(root.dir, "same.txt")).ctimeMs;

  await chooseUpload(page, files("same.txt", "other.txt", "new.txt"));
  const question = page.getByRole("dialog", { name: "2 names are already taken" });
  await question.getByRole("radio", { name: /^Resume/ }).check();
  await question.getByRole("button", { name: "Continue" }).click();
  const rest = page.getByRole("dialog", { name: "This name is already taken" });
  await expect(rest).toContainText("“other.txt”");
  await expect(rest).toContainText(/New\s*4 B .*Existing\s*6 B/s);
  expect(readFileSync(path.join(root.dir, "other.txt"), "utf8")).toBe("theirs");
  expect(readFileSync(path.join(root.dir, "new.txt"), "utf8")).toBe("new");
  expect(statSync(path.join(root.dir, "same.txt")).ctimeMs).toBe(before);
  await expect(rest.getByRole("radio")).toHaveCount(4);
  await rest.getByRole("radio", { name: /^Replace/ }).check();
  await rest.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => readFileSync(path.join(root.dir, "other.txt"), "utf8")).toBe("mine");
});
