import { processesChannels, processesContract } from "@/lib/contracts/processes";
import { group } from "@/lib/server/group/group";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import { reniceProcess, signalProcess } from "./change-process";
import { followProcesses } from "./follow-processes";
import { getProcess, getProcessEnvironment } from "./get-process";

export const processesGroup = group({
  name: "processes",
  contract: processesContract,
  json: { getProcess, getProcessEnvironment, signalProcess, reniceProcess },
  channels: serveChannels(processesChannels, { follow: followProcesses }),
});
