import { uploadDefaults, uploadSettingFields } from "@/lib/contracts/upload";
import { defineSetting } from "@/lib/server/group/define-setting";

export const uploadSetting = defineSetting({ name: "upload", schema: uploadSettingFields, fallback: uploadDefaults });
