import { appearanceContract } from "@/lib/contracts/appearance";
import { group } from "@/lib/server/group/group";
import { brandSetting, defaultsSetting, logoSetting, toastsSetting } from "./appearance-settings";
import { getLook } from "./look";
import {
  getBrandSetting,
  getDefaultsSetting,
  getToastsSetting,
  sendLogo,
  sendManifest,
  setBrandSetting,
  setDefaultsSetting,
  setLogo,
  setToastsSetting,
} from "./services";

export const appearanceGroup = group({
  name: "appearance",
  contract: appearanceContract,
  json: {
    getBrandSetting,
    setBrandSetting,
    setLogo,
    getDefaultsSetting,
    setDefaultsSetting,
    getToastsSetting,
    setToastsSetting,
  },
  bytes: { logo: sendLogo, manifest: sendManifest },
  settings: [brandSetting, logoSetting, defaultsSetting, toastsSetting],
  pages: { getLook },
});
