import { davContract } from "@/lib/contracts/dav";
import { createAppPassword, listAppPasswords, revokeAppPassword } from "@/lib/server/dav/app-passwords";
import { getDavSetting, setDavSetting } from "@/lib/server/dav/dav-setting";
import { serve } from "@/lib/server/http/serve";

export const { GET, POST, PUT, DELETE } = serve(davContract, {
  getDavSetting,
  setDavSetting,
  listAppPasswords,
  createAppPassword,
  revokeAppPassword,
});
