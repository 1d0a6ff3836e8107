import type { metricsContract } from "@/lib/contracts/metrics";
import { answerCodes } from "@/lib/shared/answer-codes";
import { AppError } from "@/lib/shared/errors";
import type { ByteService } from "@/lib/server/http/route";
import { sendBytes } from "@/lib/server/http/send-bytes";
import type { Service } from "@/lib/server/http/service";
import { describeMachineFor, localFolders } from "./describe-machine-for";
import { readBehind, readHistory } from "./history/read-history";
import { knownFigures, runningMetrics } from "./running";

/** So many minutes are read one by one. */
const longestBehindMs = 86_400_000;

export const tellMachine: Service<typeof metricsContract.machine> = async (_, ctx) => {
  const known = knownFigures();
  const { atMs, figures } = known.reading;
  return { at: atMs, machine: describeMachineFor(known, await localFolders(ctx)), values: figures };
};

/** As bytes: compressed it is a fifth. */
export const sendHistory: ByteService<typeof metricsContract.history> = async (asked, { db }, wire) => {
  if (asked.to <= asked.from) throw new AppError("request/invalid");
  const data = await readHistory(db, asked, runningMetrics().recorder.open());
  await sendBytes(wire, Buffer.from(JSON.stringify({ code: answerCodes.success, message: "success", data })));
};

export const tellBehind: Service<typeof metricsContract.behind> = async ({ from, to }, { db }) => {
  if (to <= from || to - from > longestBehindMs) throw new AppError("request/invalid");
  return readBehind(db, { from, to }, runningMetrics().recorder.open());
};
