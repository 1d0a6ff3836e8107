import { violationsInThemes } from "../support/axe";
import { expect, test } from "../support/test";

const config = { server: { port: 8080, hosts: ["a.example", "b.example"] }, users: { Ann: { admin: true } } };

test("a tree is opened by keys, searched and copied from, and says where a file is broken", async ({
  page,
  login,
  server,
  tempRoot,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const root = tempRoot({
    "a.json": JSON.stringify(config),
    "b.yaml": "name: x\nlist:\n  - <img src=x onerror=alert(1)>\n",
    "c.xml": '<feed><entry id="1">first</entry><entry id="2">second</entry></feed>',
    "long.json": '{"id": 12345678901234567890}',
    "broken.json": '{\n  "a": 1,,\n}',
  });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByRole("row", { name: "a.json" }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Open as tree" }).click();
  const tree = page.getByRole("tree", { name: "a.json" });
  await expect(tree.getByRole("treeitem")).toHaveCount(2);
  await tree.focus();
  await page.keyboard.press("ArrowRight");
  await expect(tree.getByRole("treeitem", { name: "port 8080" })).toHaveAttribute("aria-level", "2");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(tree.getByRole("treeitem")).toHaveCount(2);
  expect.soft(await violationsInThemes(page, { within: "[role=dialog]" })).toEqual([]);

  await page.getByRole("textbox", { name: "Find keys and values" }).fill("B.EXAMPLE");
  await expect(page.getByRole("dialog")).toContainText("1 of 1");
  const hit = tree.getByRole("treeitem", { name: "b.example" });
  await expect(hit).toHaveAttribute("aria-selected", "true");
  await page.getByRole("button", { name: "Copy path in tree" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("server.hosts[1]");

  await page.goto(`${server.url}/browse/${root.path}?open=b.yaml&as=tree`);
  await page.getByRole("button", { name: "Expand all" }).click();
  await expect(page.getByRole("treeitem", { name: "<img src=x onerror=alert(1)>" })).toBeVisible();
  await page.goto(`${server.url}/browse/${root.path}?open=c.xml&as=tree`);
  await page.getByRole("button", { name: "Expand all" }).click();
  await expect(page.getByRole("treeitem", { name: "#text second" })).toBeVisible();
  await page.goto(`${server.url}/browse/${root.path}?open=long.json&as=tree`);
  await expect(page.getByRole("treeitem", { name: "id 12345678901234567890" })).toBeVisible();

  await page.goto(`${server.url}/browse/${root.path}?open=broken.json&as=tree`);
  const broken = page.getByRole("dialog", { name: "broken.json" });
  await expect(broken.getByRole("alert")).toContainText("Line 2, column");
  await broken.getByRole("alert").getByRole("button", { name: "Open as text" }).click();
  await expect(page.getByRole("textbox", { name: "broken.json" })).toBeFocused();
});
