import { AppError } from "@/lib/shared/errors";
import { keepForm } from "@/lib/shared/line-ends";
import type { systemdContract } from "@/lib/contracts/systemd";
import type { Service } from "@/lib/server/http/service";
import { verifyUnits } from "./check-units";
import { unitsChanged } from "./follow-units";
import { ask } from "./ask-systemctl";
import { asFile, etagOf, overridePath, readText, replaceText, unitHomeOf } from "./unit-home";

export const getOverride: Service<typeof systemdContract.getOverride> = async ({ unit, scope }, { actor }) => {
  const home = await unitHomeOf(scope, actor);
  const path = overridePath(home.folder, unit);
  const text = await readText(home, path, unit);
  return { path, text, etag: etagOf(text) };
};

export const checkOverride: Service<typeof systemdContract.checkOverride> = async (
  { unit, scope, text },
  { actor, signal },
) => {
  const home = await unitHomeOf(scope, actor);
  return { messages: await verifyUnits(home, { [overridePath(".", unit)]: text }, { units: [unit], signal }) };
};

export const setOverride: Service<typeof systemdContract.setOverride> = async (
  { unit, scope, text, etag },
  { actor, about },
) => {
  about(scope === "" ? unit : `${unit} (${scope})`);
  const home = await unitHomeOf(scope, actor);
  const path = overridePath(home.folder, unit);
  const before = await readText(home, path, unit);
  if (etagOf(before) !== etag) throw new AppError("systemd/changed", { name: unit });
  const whole = text.trim() === "" ? "" : keepForm(before, asFile(text));
  // What others share is not changed for all of them, nor cut off from them.
  if (whole !== "" && (await home.files.kindOf(path)) === "other") throw new AppError("file/link-target", { path });
  await replaceText(home, { path, unit, before, text: whole });
  await ask(scope, ["daemon-reload"]);
  unitsChanged(scope);
  return { etag: etagOf(whole) };
};
