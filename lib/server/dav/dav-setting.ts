import { davSetting as schema } from "@/lib/contracts/dav";
import { defineSetting } from "@/lib/server/group/define-setting";

export const davSetting = defineSetting({ name: "dav", schema, fallback: { on: false } });
