import { linesSetting as schema } from "@/lib/contracts/lines";
import { defineSetting } from "@/lib/server/group/define-setting";

export const linesSetting = defineSetting({ name: "lines", schema, fallback: { largestMb: 64 } });
