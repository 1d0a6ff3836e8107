import { createProcessThreads } from "./process-threads";

/** Those of this server: what one is asked about is asked by nothing else. `isHeldProcess`: it keeps who asks it, and is not asked for a while. */
export const { ask: askProcesses, isHeld: isHeldProcess } = createProcessThreads();
