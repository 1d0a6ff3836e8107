import type { AlertRuleInput } from "@/lib/contracts/alert";
import { call, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { expect, test } from "../support/test";

const soon = { timeout: 30_000 };
const rule: AlertRuleInput = {
  metric: "memory",
  subject: null,
  comparison: "above",
  threshold: 0,
  for_seconds: 0,
  is_enabled: true,
  importance: "critical",
  repeat_minutes: 0,
  quiet: null,
  role_ids: [],
  user_ids: [],
  ways: ["list"],
  webhook_ids: [],
};

test("charts mark where an alert began and ended, for eyes, keys and ears", async ({ server, page, login }) => {
  const session = await signIn(server);
  const made = await call<{ id: string }>(server, "alert/rules", { session, body: rule });
  const { id } = made.answer.data;
  try {
    await login({ permissions: ["sys_view"] });
    await page.goto(`${server.url}/system`);
    const chart = page.getByRole("slider", { name: "Memory", exact: true });
    const list = page.getByRole("list", { name: "Alerts: Memory" });
    await expect(list.getByRole("listitem")).toHaveText(/^Critical Memory usage [\d.]+%, limit 0% Since /, soon);
    await expect(chart).toHaveAttribute("aria-valuetext", /arrow keys.*1 alert is marked/);
    await chart.focus();
    await page.keyboard.press("Enter");
    await expect(chart).toHaveAttribute("aria-valuetext", /, Used .*\. Memory usage, [\d.]+%, limit 0%, Since /);
    // What the pointer finds there, beside the mark.
    await expect(page.getByText("Memory usage").filter({ visible: true }).last()).toBeVisible();
    expect(await violationsInThemes(page)).toEqual([]);

    const changed = await call(server, `alert/rules/${id}`, {
      session,
      method: "PUT",
      body: { ...rule, id, threshold: 0.999 },
    });
    expect(changed.status).toBe(200);
    await expect(list.getByRole("listitem")).toHaveText(/limit 0% \d.* to \d/, soon);
    await page.keyboard.press("Enter");
    await expect(chart).toHaveAttribute("aria-valuetext", /Memory usage.* to \d/);
    await page.getByRole("button", { name: "Options for Memory" }).click();
    await page.getByRole("menuitemradio", { name: "Show as table" }).click();
    await expect(list.getByRole("listitem")).toBeVisible();

    const now = Date.now();
    const marked = async (from: number, to: number) => {
      const { answer } = await call<{ alerts: { rule_id: string }[] }>(server, `alert/marks?from=${from}&to=${to}`, {
        session,
      });
      return answer.data.alerts.filter((one) => one.rule_id === id).length;
    };
    expect([
      await marked(now - 300_000, now),
      await marked(0, now - 3_600_000),
      await marked(now + 60_000, now),
    ]).toEqual([1, 0, 0]);
  } finally {
    await call(server, `alert/rules/${id}`, { session, method: "DELETE" });
  }
});
