import { uploadDefaults, uploadSettingFields } from "@/lib/contracts/upload";
import { defineSetting } from "@/lib/server/runtime/define-setting";

export const uploadSetting = defineSetting({ name: "upload", schema: uploadSettingFields, fallback: uploadDefaults });
