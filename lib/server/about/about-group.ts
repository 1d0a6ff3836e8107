import { aboutContract } from "@/lib/contracts/about";
import { group } from "@/lib/server/group/group";
import { choosePrograms } from "@/lib/server/process/programs";
import { programsSetting, updatesSetting } from "./about-settings";
import { health, sendOpenapi } from "./describe-server";
import { findUpdate } from "./find-update";
import { getState } from "./get-state";
import { listPrograms, setPrograms, testProgram } from "./programs";

export const aboutGroup = group({
  name: "about",
  contract: aboutContract,
  json: {
    health,
    getState,
    listPrograms,
    testProgram,
    getProgramsSetting: programsSetting.read,
    setProgramsSetting: setPrograms,
    getUpdatesSetting: updatesSetting.read,
    setUpdatesSetting: updatesSetting.write,
    findUpdate,
  },
  bytes: { openapi: sendOpenapi },
  settings: [programsSetting, updatesSetting],
  onStart: () => choosePrograms(programsSetting.get().paths),
});
