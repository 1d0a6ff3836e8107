import { davContract } from "@/lib/contracts/dav";
import { settingServices } from "@/lib/server/group/define-setting";
import { group } from "@/lib/server/group/group";
import { createAppPassword, listAppPasswords, revokeAppPassword } from "./app-passwords";
import { davSetting } from "./dav-setting";
import { loadLocks } from "./locks";
import { isDavCall, serveDav } from "./serve-dav";

export const davGroup = group({
  name: "dav",
  contract: davContract,
  json: {
    ...settingServices("Dav", davSetting),
    listAppPasswords,
    createAppPassword,
    revokeAppPassword,
  },
  protocol: { isOurs: isDavCall, serve: serveDav },
  settings: [davSetting],
  onStart: ({ db }) => loadLocks(db),
});
