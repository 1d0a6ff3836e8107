import type { Job } from "@/lib/server/process/decoder/job";
import { cover } from "./cover";
import { facts } from "./facts";
import { thumbnail } from "./thumbnail";

/** What workers do, by its kind. */
export const jobs = { thumbnail, cover, facts } as const satisfies Readonly<Record<string, Job>>;
export type JobKind = keyof typeof jobs;
