import type { terminalContract } from "@/lib/contracts/terminal";
import { AppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import { terminalSetting } from "./terminal-setting";

/** Of administrators alone: else the right to limits would be a way to root, or a way to leave no trace. */
const forRoot = ["shell", "account", "recording", "recordingDays", "recordingTotalMb", "recordingMb"] as const;

export const setTerminalSetting: Service<typeof terminalContract.setTerminalSetting> = async (value, ctx) => {
  const now = terminalSetting.get();
  if (!ctx.actor.isRoot && forRoot.some((field) => value[field] !== now[field]))
    throw new AppError("auth/forbidden", { permission: "is_root" });
  return terminalSetting.write(value, ctx);
};
