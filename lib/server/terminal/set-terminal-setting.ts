import type { terminalContract } from "@/lib/contracts/terminal";
import { AppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import { terminalSetting } from "./terminal-setting";

/** What runs as the server's user, and as whom others run, only an administrator says: else the right to limits would be a way to root. */
export const setTerminalSetting: Service<typeof terminalContract.setTerminalSetting> = async (value, ctx) => {
  const { shell, account } = terminalSetting.get();
  if (!ctx.actor.isRoot && (value.shell !== shell || value.account !== account))
    throw new AppError("auth/forbidden", { permission: "is_root" });
  return terminalSetting.write(value, ctx);
};
