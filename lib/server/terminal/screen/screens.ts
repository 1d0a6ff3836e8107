import { limits } from "@/lib/server/base/limits";
import { createScreen as createIn, type CreateScreen } from "./create-screen";
import { createScreenThreads } from "./screen-threads";

const threads = createScreenThreads(limits.screens);

export const createScreen: CreateScreen = (options) => createIn(options, threads);

/** With the server, when all terminals have ended. */
export const endScreenThreads = threads.end;
