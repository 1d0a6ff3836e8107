import { settingContract } from "@/lib/contracts/setting";
import { serve } from "@/lib/server/http/serve";
import { getOwnProtected, setOwnProtected } from "@/lib/server/setting/own-protected";
import { getProtectedPaths, setProtectedPaths } from "@/lib/server/setting/protected-paths";
import { getTrashSetting, setTrashSetting } from "@/lib/server/trash/trash-setting";

export const { GET, POST, PUT, DELETE } = serve(settingContract, {
  getProtectedPaths,
  setProtectedPaths,
  getOwnProtected,
  setOwnProtected,
  getTrashSetting,
  setTrashSetting,
});
