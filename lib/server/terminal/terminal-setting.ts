import { terminalSettingSchema } from "@/lib/contracts/terminal";
import { defineSetting } from "@/lib/server/group/define-setting";

export const terminalSetting = defineSetting({
  name: "terminal",
  schema: terminalSettingSchema,
  fallback: { shell: "", account: "", maxPerUser: 20, idleHours: 72, scrollbackLines: 5_000 },
});
