import { terminalSettingSchema, type TerminalSetting } from "@/lib/contracts/terminal";
import { defineSetting } from "@/lib/server/group/define-setting";

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
});
