import type { alertContract } from "@/lib/contracts/alert";
import { maxAlertRules } from "@/lib/shared/alerts";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import type { Service } from "@/lib/server/http/service";
import { describeRule } from "./describe-rule";
import { findRules, toRow, toRule } from "./rule-rows";
import { runningAlerts } from "./running";

export const listAlertRules: Service<typeof alertContract.listAlertRules> = async (_, { db }) => ({
  rules: await findRules(db),
});

/** Throws alert/too-many. */
export const createAlertRule: Service<typeof alertContract.createAlertRule> = async (input, { db, about }) => {
  about(describeRule(input));
  if ((await db.alertRule.count()) >= maxAlertRules) throw new AppError("alert/too-many", { max: maxAlertRules });
  const id = randomId();
  await db.alertRule.create({ data: { id, ...toRow(input) } });
  await runningAlerts().reload();
  return { id };
};

/** Throws alert/not-found. */
export const changeAlertRule: Service<typeof alertContract.changeAlertRule> = async (
  { id, ...input },
  { db, about },
) => {
  about(describeRule(input));
  const { count } = await db.alertRule.updateMany({ where: { id }, data: toRow(input) });
  if (count === 0) throw new AppError("alert/not-found");
  await runningAlerts().reload();
  return {};
};

/** Throws alert/not-found. */
export const deleteAlertRule: Service<typeof alertContract.deleteAlertRule> = async ({ id }, { db, about }) => {
  const row = await db.alertRule.findUnique({ where: { id } });
  const [rule] = row === null ? [] : toRule(row);
  if (rule !== undefined) about(describeRule(rule));
  const { count } = await db.alertRule.deleteMany({ where: { id } });
  if (count === 0) throw new AppError("alert/not-found");
  await runningAlerts().reload();
  return {};
};
