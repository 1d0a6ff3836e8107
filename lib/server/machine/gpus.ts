import { patient } from "@/lib/server/base/patient";
import { findProgram } from "@/lib/server/process/find-program";
import { programPaths } from "@/lib/server/process/programs";
import { readOutput } from "@/lib/server/process/read-output";
import { namesIn, numberOf, textOf } from "./text-file";

export type Gpu = {
  id: string;
  name: string | null;
  /** From 0 to 1. */
  busy: number | null;
  usedBytes: number | null;
  totalBytes: number | null;
  celsius: number | null;
};

const nvidiaFields = ["index", "name", "utilization.gpu", "memory.used", "memory.total", "temperature.gpu"];
/** It wakes up cards that sleep, and may wait for them. */
const nvidiaMs = patient(5_000);
const mib = 1024 * 1024;
const most = 16;

/** Graphics cards whose driver tells how busy they are: `folder` is /sys/class/drm. Their temperatures are among the sensors. */
export async function readDrmGpus(folder = "/sys/class/drm"): Promise<Gpu[]> {
  const cards = (await namesIn(folder)).filter((name) => /^card\d+$/.test(name)).slice(0, most);
  const found = await Promise.all(
    cards.map(async (card): Promise<Gpu | null> => {
      const device = `${folder}/${card}/device`;
      const [percent, usedBytes, totalBytes, name] = await Promise.all([
        numberOf(`${device}/gpu_busy_percent`),
        numberOf(`${device}/mem_info_vram_used`),
        numberOf(`${device}/mem_info_vram_total`),
        textOf(`${device}/product_name`),
      ]);
      if (percent === null && usedBytes === null) return null;
      const busy = percent === null ? null : percent / 100;
      return { id: card, name: name === "" ? null : name, busy, usedBytes, totalBytes, celsius: null };
    }),
  );
  return found.filter((gpu) => gpu !== null);
}

/** Nvidia's cards; empty where its program is not installed, or has no answer within five seconds. */
export async function readNvidiaGpus(): Promise<Gpu[]> {
  const program = await findProgram(await programPaths("nvidia-smi"));
  if (program === null) return [];
  const query = [`--query-gpu=${nvidiaFields.join(",")}`, "--format=csv,noheader,nounits"];
  return parseNvidia((await readOutput(program, query, nvidiaMs)) ?? "");
}

/** What it does not know is `[N/A]` or `[Not Supported]`. */
export function parseNvidia(text: string): Gpu[] {
  return text
    .split("\n")
    .slice(0, most)
    .flatMap((line) => {
      const [index, name, ...figures] = line.split(",").map((field) => field.trim());
      if (index === undefined || name === undefined || !/^\d+$/.test(index)) return [];
      const [percent = null, used = null, total = null, celsius = null] = figures.map((field) =>
        /^\d+$/.test(field) ? Number(field) : null,
      );
      return [
        {
          id: `nvidia${index}`,
          name,
          busy: percent === null ? null : percent / 100,
          usedBytes: used === null ? null : used * mib,
          totalBytes: total === null ? null : total * mib,
          celsius,
        },
      ];
    });
}
