import { appearanceContract } from "@/lib/contracts/appearance";
import { group } from "@/lib/server/group/group";
import { brandSetting, defaultsSetting, linksSetting, logoSetting, toastsSetting } from "./appearance-settings";
import { getLook } from "./look";
import {
  getBrandSetting,
  getDefaultsSetting,
  getLinksSetting,
  getToastsSetting,
  sendLogo,
  sendManifest,
  setBrandSetting,
  setDefaultsSetting,
  setLinksSetting,
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
    getLinksSetting,
    setLinksSetting,
  },
  bytes: { logo: sendLogo, manifest: sendManifest },
  settings: [brandSetting, logoSetting, defaultsSetting, toastsSetting, linksSetting],
  pages: { getLook },
});
