import { readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import type { AuditEntry } from "@/lib/contracts/audit";
import type { RecordingInfo } from "@/lib/contracts/recordings";
import { call, makeUser, signIn, type Session } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { enter, expect, test } from "../support/test";
import { dock, openDock, shown } from "./support";

const usual = {
  shell: "",
  account: "",
  maxPerUser: 20,
  idleHours: 72,
  scrollbackLines: 1_000,
  recording: "none",
  recordingDays: 90,
  recordingTotalMb: 100,
  recordingMb: 10,
};
const player = (page: Page) => page.getByRole("dialog");
const played = (page: Page) => player(page).locator(".xterm-rows").innerText();

async function list(server: Filedeck, session: Session): Promise<RecordingInfo[]> {
  const { answer } = await call<{ recordings: RecordingInfo[] }>(server, "terminal/recordings", { session });
  return answer.data.recordings;
}

test("what an administrator has recorded is told to whoever types, and played with its text; nobody else gets it", async ({
  page,
  login,
  server,
  root,
  tempRoot,
}) => {
  await login();
  await page.goto(`${server.url}/settings`);
  const form = page.getByRole("form", { name: "Terminals", exact: true });
  await form.getByLabel("Record terminals").selectOption("Everyone");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").getByText("Saved", { exact: true })).toBeVisible();
  await page.goto(`${server.url}/browse/${tempRoot({ "a.txt": "" }).path}`);
  await openDock(page);
  await expect(dock(page).getByRole("tab")).toContainText("This terminal is being recorded");
  await expect(dock(page).getByText("Recording", { exact: true })).toBeVisible();
  await page.keyboard.type("echo first-$((40+2)); sleep 4; echo last-$((40+3)); exit\n");
  await expect.poll(() => shown(page)).toContain("last-43");
  await expect(dock(page).getByText("The program has ended without an error")).toBeVisible();
  await expect(dock(page).getByText("This terminal is being recorded")).toHaveCount(0);
  expect(await violationsInThemes(page, { within: "section[aria-label=Terminals]" })).toEqual([]);
  await dock(page).getByRole("button", { name: "Close", exact: true }).click();

  await page.goto(`${server.url}/settings`);
  await page.getByRole("link", { name: "View recordings" }).click();
  const row = page.getByRole("row", { name: /bash/ });
  await expect(row).toHaveCount(1);
  expect(await violationsInThemes(page)).toEqual([]);
  await row.getByRole("button", { name: "Play" }).click();
  await expect.poll(() => played(page)).toContain("first-42");
  // The pause of four seconds is one of two, unless it is wanted whole.
  const position = player(page).getByRole("slider", { name: "Position" });
  const lengthMs = async () => Number(await position.getAttribute("max"));
  const short = await lengthMs();
  await player(page).getByRole("button", { name: "Pause" }).press("Space");
  await expect(player(page).getByRole("button", { name: "Play" })).toBeFocused();
  await player(page).getByRole("switch", { name: "Shorten pauses to 2 seconds" }).click({ force: true });
  await expect.poll(lengthMs).toBeGreaterThan(short + 1_500);
  expect(await played(page)).not.toMatch(/^last-43/m);
  await position.press("ArrowRight");
  await position.press("ArrowRight");
  await expect.poll(() => played(page)).toMatch(/^last-43/m);
  expect(await violationsInThemes(page, { within: "[role=dialog]" })).toEqual([]);
  await position.press("ArrowLeft");
  await position.press("ArrowLeft");
  await expect(position).toHaveValue("0");
  await player(page).getByRole("button", { name: "Play" }).press("Space");
  await player(page).getByText("8×").click();
  await expect.poll(() => played(page)).toMatch(/^last-43/m);
  await page.keyboard.press("Escape");

  const download = page.waitForEvent("download");
  await row.getByRole("button", { name: "Download" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^root bash .*\.cast$/);
  const [header = ""] = readFileSync(await file.path(), "utf8").split("\n");
  expect(JSON.parse(header)).toMatchObject({ version: 2, title: "root: bash" });

  const [recording] = await list(server, root);
  const id = recording?.id ?? "";
  const { mode } = statSync(path.join(server.dataDir, "recordings", `${id}.cast`));
  expect(mode & 0o777).toBe(0o600);
  const user = await makeUser(server, root, { permissions: ["terminal", "pty_cmd_update", "audit_read"] });
  const session = await signIn(server, user);
  const { answer } = await call<{ ticket: string }>(server, "terminal/recordings/ticket", {
    session: root,
    body: { id },
  });
  const stolen = `terminal/recordings/download?id=${id}&token=${encodeURIComponent(answer.data.ticket)}`;
  for (const [where, body] of [
    ["terminal/recordings", undefined],
    [`terminal/recordings/play?id=${id}`, undefined],
    [`terminal/recordings/download?id=${id}`, undefined],
    [stolen, undefined],
    ["terminal/recordings/ticket", { id }],
    ["terminal/recordings/delete", { id }],
    ["setting/terminal", { ...usual, recording: "none" }],
  ] as const)
    expect([where, (await call(server, where, { session, ...(body && { body }) })).status]).toEqual([where, 403]);
  const other = await call(server, stolen.replace(id, "other"), { session: root });
  expect(other.status).toBe(403);

  await row.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No recordings", { exact: true })).toBeVisible();
  expect(readdirSync(path.join(server.dataDir, "recordings"))).toEqual([]);
  const audit = await call<{ entries: AuditEntry[] }>(server, "audit/list?action=terminal/recordings", {
    session: root,
  });
  const done = audit.answer.data.entries.filter(({ outcome }) => outcome === "success");
  expect(done.map(({ action, target }) => [action, /^root: bash, \d{4}-/.test(target)])).toEqual([
    ["POST terminal/recordings/delete", true],
    ["GET terminal/recordings/download", true],
    ["GET terminal/recordings/play", true],
  ]);
  await call(server, "setting/terminal", { session: root, body: usual });
});

test("a kill of the server ends a recording where it was, and what was written by then can be played", async ({
  browser,
}) => {
  let server = await startFiledeck();
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    const session = await signIn(server);
    await call(server, "setting/terminal", { session, body: { ...usual, recording: "all" } });
    await enter(page, server, session);
    await page.goto(`${server.url}/terminal`);
    await expect.poll(() => shown(page)).toMatch(/[$#]/);
    await page.keyboard.type("echo before-$((40+2))\n");
    await expect.poll(() => shown(page)).toContain("before-42");
    await expect.poll(async () => (await list(server, session))[0]?.sizeBytes ?? 0).toBeGreaterThan(200);
    const folder = path.join(server.dataDir, "recordings");
    const [name = ""] = readdirSync(folder);
    await expect.poll(() => readFileSync(path.join(folder, name), "utf8")).toContain("before-42");
    await context.close();
    await server.stop("SIGKILL");
    server = await startFiledeck({ workDir: server.workDir });
    const again = await signIn(server);
    expect(await list(server, again)).toMatchObject([{ isRunning: false, stopped: "killed", username: "root" }]);
    const { text } = await call(server, `terminal/recordings/play?id=${name.replace(".cast", "")}`, { session: again });
    expect(text).toContain("before-42");
  } finally {
    await server.remove();
  }
});
