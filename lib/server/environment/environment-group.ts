import { environmentContract } from "@/lib/contracts/environment";
import { group } from "@/lib/server/group/group";
import { searchPathsSetting, variablesSetting } from "./environment-settings";
import { setSearchPaths } from "./set-search-paths";
import { getVariables, setVariables } from "./variables";

export const environmentGroup = group({
  name: "environment",
  contract: environmentContract,
  json: {
    getSearchPathsSetting: searchPathsSetting.read,
    setSearchPathsSetting: setSearchPaths,
    getVariablesSetting: getVariables,
    setVariablesSetting: setVariables,
  },
  settings: [searchPathsSetting, variablesSetting],
});
