import type { systemdContract } from "@/lib/contracts/systemd";
import { compareNames } from "@/lib/shared/compare-names";
import type { Service } from "@/lib/server/http/service";
import { userNames } from "@/lib/server/machine/processes/user-names";
import { ask } from "./ask-systemctl";

const most = 50;

export const listManagers: Service<typeof systemdContract.listManagers> = async (_, { actor }) => {
  if (!actor.isRoot) return { accounts: [] };
  const text = await ask("", ["list-units", "--plain", "--no-legend", "--state=active", "user@*.service"]);
  const names = userNames();
  const accounts = text.split("\n").flatMap((line) => {
    const name = names.get(Number(/^user@(\d+)\.service\s/.exec(line.trim())?.[1] ?? Number.NaN));
    return name === undefined ? [] : [name];
  });
  return { accounts: accounts.toSorted(compareNames).slice(0, most) };
};
