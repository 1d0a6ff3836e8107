import { settingContract } from "@/lib/contracts/setting";
import { group } from "@/lib/server/group/group";
import { filesSetting } from "./files-setting";
import { addedLocations, getLocations, setLocations } from "./locations";
import { getOwnProtected, setOwnProtected } from "./own-protected";
import { exportSettings, importSettings, previewSettings } from "./transfer-settings";
import { getProtectedPaths, protectedPaths, setProtectedPaths } from "./protected-paths";

export const settingGroup = group({
  name: "setting",
  contract: settingContract,
  json: {
    filesSetting,
    getLocations,
    setLocations,
    getProtectedPaths,
    setProtectedPaths,
    getOwnProtected,
    setOwnProtected,
    exportSettings,
    previewSettings,
    importSettings,
  },
  settings: [protectedPaths, addedLocations],
});
