import { stackChannels, stackContract } from "@/lib/contracts/stack";
import { findKeptNamesBy } from "@/lib/server/docker/kept-names";
import { group } from "@/lib/server/group/group";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import { adoptStack, getAdoption } from "./adopt-stack";
import { approveStack, getApproval } from "./approve-stack";
import { approvedNames } from "./approved-names";
import { followOutput } from "./follow-output";
import { followStacks } from "./follow-stacks";
import { listStacks } from "./list-stacks";
import { removeStack } from "./remove-stack";
import { runStack } from "./run-stack";
import { createStack, getStack, saveStackFile } from "./stack-files";
import { getStackInfo, setStackFolder } from "./stack-info";
import { testStack } from "./test-stack";
import { stackSetting } from "./stack-setting";

findKeptNamesBy(approvedNames);

export const stackGroup = group({
  name: "stack",
  contract: stackContract,
  json: {
    getStackInfo,
    setStackFolder,
    listStacks,
    getStack,
    createStack,
    saveStackFile,
    getAdoption,
    adoptStack,
    getApproval,
    testStack,
    approveStack,
    runStack,
    removeStack,
  },
  channels: serveChannels(stackChannels, { follow: followStacks, output: followOutput }),
  settings: [stackSetting],
});
