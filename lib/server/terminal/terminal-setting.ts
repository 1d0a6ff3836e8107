import { terminalSettingSchema, type TerminalSetting } from "@/lib/contracts/terminal";
import { AppError } from "@/lib/shared/errors";
import { defineSetting } from "@/lib/server/group/define-setting";
import { isChangeableByOthers } from "@/lib/server/session/is-changeable-by-others";

export const terminalSetting = defineSetting<TerminalSetting>({
  name: "terminal",
  schema: terminalSettingSchema,
  fallback: {
    shell: "",
    account: "",
    maxPerUser: 20,
    idleHours: 72,
    scrollbackLines: 5_000,
    recording: "none",
    recordingDays: 90,
    recordingTotalMb: 2_048,
    recordingMb: 100,
  },
  /** Throws about/changeable-program for a shell that others than administrators can put another in the place of: it runs as the server does. */
  async check({ shell }, { db }, before) {
    if (shell !== "" && shell !== before.shell && (await isChangeableByOthers(db, shell)))
      throw new AppError("about/changeable-program", { name: shell });
  },
});
