import { AppError } from "@/lib/shared/errors";
import type { systemdContract } from "@/lib/contracts/systemd";
import type { Service } from "@/lib/server/http/service";
import { wordsOf } from "./ask-systemctl";
import { runSystemd } from "./run-systemctl";

const count = 5;

/** In the machine's time, as a timer elapses. Throws systemd/calendar. */
export const nextTimes: Service<typeof systemdContract.nextTimes> = async ({ expression }, { signal }) => {
  const args = ["calendar", `--iterations=${count}`, "--", expression];
  const { code, output, said } = await runSystemd("systemd-analyze", args, {
    signal,
    env: { TZ: ":/etc/localtime" },
  });
  if (code !== 0) throw new AppError("systemd/calendar", { text: wordsOf(said) });
  return parseCalendar(output);
};

/** What `systemd-analyze calendar` says: in UTC beside the machine's time, where that is another. An expression that is never true again has no times. */
export function parseCalendar(output: string): { normalized: string; times: number[] } {
  const normalized = /^\s*Normalized form: (.+)$/m.exec(output)?.[1] ?? "";
  const times = [...output.matchAll(/ (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d+)? UTC$/gm)];
  return { normalized, times: times.slice(0, count).map(([, day, time]) => Date.parse(`${day}T${time}Z`)) };
}
