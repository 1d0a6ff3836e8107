import { settingContract } from "@/lib/contracts/setting";
import { serve } from "@/lib/server/http/serve";
import { getProtectedPaths, setProtectedPaths } from "@/lib/server/setting/protected-paths";
import { getTrashSetting, setTrashSetting } from "@/lib/server/trash/trash-setting";

export const { GET, POST, PUT, DELETE } = serve(settingContract, {
  getProtectedPaths,
  setProtectedPaths,
  getTrashSetting,
  setTrashSetting,
});
