import type { PinnedInput } from "@/lib/server/process/jail/jail-plan";
import type { OsUser } from "@/lib/server/process/os-user";

/** A program with all that is true of its jail, whichever that is. */
export type JailedPlan = {
  user: OsUser;
  input: PinnedInput | null;
  readable: readonly string[];
  env: Readonly<Record<string, string>>;
  limits: { dataBytes: number; cpuSeconds: number; temporaryBytes: number; processes: number };
  /** Host path. */
  program: string;
  /** With its own name first. */
  argv: readonly string[];
};

/** `release` when it is over. */
export type JailedCommand = { program: string; args: string[]; release: () => void };

/** What decoders need to know of the machine: where libraries, fonts and times are; neither accounts nor names of hosts. */
export const etcOfDecoders = [
  "alternatives",
  "fonts",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "libreoffice",
  "localtime",
  "mime.types",
  "timezone",
];

/** Where they have their own files. */
export const decoderHome = "/tmp/home";
