import { systemdContract } from "@/lib/contracts/systemd";
import { group } from "@/lib/server/group/group";
import { openUnitJournal } from "./unit-journal";
import { openUnitTerminal } from "./unit-terminal";

export const systemdGroup = group({
  name: "systemd",
  contract: systemdContract,
  json: { openUnitJournal, openUnitTerminal },
});
