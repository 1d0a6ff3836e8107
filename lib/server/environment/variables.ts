import type { environmentContract, Variable } from "@/lib/contracts/environment";
import { AppError } from "@/lib/shared/errors";
import { isHeldBack, neutralBeginnings } from "@/lib/shared/variable-names";
import { describeChanges } from "@/lib/server/base/describe-changes";
import type { Service } from "@/lib/server/http/service";
import type { Actor } from "@/lib/server/runtime/ctx";
import { getApp } from "@/lib/server/runtime/app";
import { sealText } from "@/lib/server/session/seal";
import { assertOwnPart } from "./assert-own-part";
import { variablesSetting, type StoredVariable } from "./environment-settings";

export const secretOf = (name: string) => `variable ${name}`;

const shown = (): Variable[] =>
  variablesSetting.get().variables.map((one) => ({
    ...one,
    isTrusted: one.isTrusted === true,
    value: one.isSecret ? null : one.value,
  }));

export const getVariables: Service<typeof environmentContract.getVariablesSetting> = () =>
  Promise.resolve({ variables: shown() });

export const setVariables: Service<typeof environmentContract.setVariablesSetting> = async (
  { variables: given },
  ctx,
) => {
  const variables = withTrust(ctx.actor, given);
  assertOwnPart(ctx.actor, shown(), variables);
  const { isRoot } = ctx.actor;
  const refused = variables.find((one) => !isRoot && isHeldBack(one) && !wasThere(one));
  if (refused !== undefined)
    throw new AppError("environment/read-name", { name: refused.name, names: neutralBeginnings.join(" ") });
  const before = new Map(variablesSetting.get().variables.map((one) => [one.name, one]));
  const next = variables.map((one) => toStored(one, before.get(one.name)));
  const namesOf = (list: readonly StoredVariable[]) => list.map(({ name }) => name);
  const set = next.filter((one) => before.has(one.name) && before.get(one.name)?.value !== one.value);
  ctx.about(
    null,
    describeChanges(
      { variables: namesOf([...before.values()]), values: [] },
      { variables: namesOf(next), values: namesOf(set) },
    ),
  );
  await variablesSetting.save(ctx.db, { variables: next });
  return { variables: shown() };
};

/** Whether it was there as it is. */
const wasThere = (one: Variable): boolean => shown().some((before) => isSame(before, one));

function isSame(one: Variable, other: Variable): boolean {
  const { name, note, audience, isSecret, value } = one;
  return (
    name === other.name &&
    note === other.note &&
    audience === other.audience &&
    isSecret === other.isSecret &&
    value === other.value
  );
}

/** What administrators have set is trusted, and what they say is: the rest of their list may be of before, and somebody else's. */
function withTrust({ isRoot }: Pick<Actor, "isRoot">, given: readonly Variable[]): Variable[] {
  const before = shown();
  return given.map((one) => {
    const old = before.find((known) => isSame(known, one));
    const isSaid = isRoot && (one.isTrusted ?? old === undefined);
    return { ...one, isTrusted: old?.isTrusted === true || isSaid };
  });
}

function toStored(given: Variable, before: StoredVariable | undefined): StoredVariable {
  const { value, ...rest } = given;
  if (value !== null) {
    const { keys } = getApp();
    return { ...rest, value: given.isSecret ? sealText(value, { keys, about: secretOf(given.name) }) : value };
  }
  // A secret that is to be shown from now on has to be typed anew: else whoever may not read it could.
  if (before?.isSecret !== true || !given.isSecret) throw new AppError("request/invalid", { field: given.name });
  return { ...rest, value: before.value };
}
