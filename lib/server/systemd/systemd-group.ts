import { systemdChannels, systemdContract } from "@/lib/contracts/systemd";
import { group } from "@/lib/server/group/group";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import { changeUnit } from "./change-unit";
import { createUnits } from "./create-units";
import { followJournal } from "./follow-journal";
import { followUnits } from "./follow-units";
import { getUnit } from "./get-unit";
import { listManagers } from "./list-managers";
import { nextTimes } from "./next-times";
import { checkOverride, getOverride, setOverride } from "./override";
import { listBoots, readJournal } from "./read-journal";
import { deleteUnit, listRemovedUnits, restoreUnit } from "./remove-unit";
import { checkUnits, getUnitFile, setUnitFile } from "./unit-file";
import { openUnitJournal } from "./unit-journal";
import { openUnitTerminal } from "./unit-terminal";

export const systemdGroup = group({
  name: "systemd",
  contract: systemdContract,
  json: {
    listManagers,
    getUnit,
    changeUnit,
    getOverride,
    checkOverride,
    setOverride,
    getUnitFile,
    setUnitFile,
    checkUnits,
    createUnits,
    nextTimes,
    deleteUnit,
    listRemovedUnits,
    restoreUnit,
    listBoots,
    readJournal,
    openUnitJournal,
    openUnitTerminal,
  },
  channels: serveChannels(systemdChannels, { follow: followUnits, journal: followJournal }),
});
