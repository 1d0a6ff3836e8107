import type { AlertRule, alertContract } from "@/lib/contracts/alert";
import { maxAlertRules } from "@/lib/shared/alerts";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import type { Service } from "@/lib/server/http/service";
import type { Db } from "@/lib/server/db/open-db";
import type { Actor } from "@/lib/server/runtime/ctx";
import { readEach } from "@/lib/server/runtime/read-rows";
import { describeRule, describeRuleChange } from "./describe-rule";
import { assertMaySee, maySee } from "./may-see";
import { findRules, toRow, toRule } from "./rule-rows";
import { runningAlerts } from "./running";

export const listAlertRules: Service<typeof alertContract.listAlertRules> = async (_, { db, actor }) => {
  const { rows, unreadable } = await findRules(db);
  return { rules: rows.filter((rule) => maySee(actor, rule)), unreadable };
};

/** Throws alert/too-many. */
export const createAlertRule: Service<typeof alertContract.createAlertRule> = async (input, { db, actor, about }) => {
  about(describeRule(input));
  assertMaySee(actor, input);
  if ((await db.alertRule.count()) >= maxAlertRules) throw new AppError("alert/too-many", { max: maxAlertRules });
  const id = randomId();
  await db.alertRule.create({ data: { id, ...toRow(input) } });
  about(null, await describeRuleChange(db, { before: null, after: input }));
  await runningAlerts().reload();
  return { id };
};

/** Throws alert/not-found. */
export const changeAlertRule: Service<typeof alertContract.changeAlertRule> = async (
  { id, ...input },
  { db, actor, about },
) => {
  about(describeRule(input));
  const before = await getRule(db, { id, actor });
  assertMaySee(actor, input);
  const { count } = await db.alertRule.updateMany({ where: { id }, data: toRow(input) });
  if (count === 0) throw new AppError("alert/not-found");
  about(null, await describeRuleChange(db, { before, after: input }));
  await runningAlerts().reload();
  return {};
};

/** Throws alert/not-found. */
export const deleteAlertRule: Service<typeof alertContract.deleteAlertRule> = async ({ id }, { db, actor, about }) => {
  const rule = await getRule(db, { id, actor });
  if (rule !== null) about(describeRule(rule));
  await db.alertRule.deleteMany({ where: { id } });
  await runningAlerts().reload();
  return {};
};

/** Null for one that this version does not understand. Throws alert/not-found, also for a rule of alerts that the caller may not see. */
async function getRule(db: Db, { id, actor }: { id: string; actor: Actor }): Promise<AlertRule | null> {
  const row = await db.alertRule.findUnique({ where: { id } });
  if (row === null) throw new AppError("alert/not-found");
  const {
    rows: [rule = null],
  } = await readEach("alert rules", [row], toRule);
  if (rule !== null && !maySee(actor, rule)) throw new AppError("alert/not-found");
  return rule;
}
