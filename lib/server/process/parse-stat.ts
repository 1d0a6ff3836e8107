/** What /proc/<pid>/stat says of a process. Times in clock ticks, memory in pages. */
export type ProcessStat = {
  /** Of its program, cut at 15 bytes; whatever it has given itself. */
  name: string;
  state: string;
  parent: number;
  /** Its process group, and the one that reads from its terminal. */
  group: number;
  session: number;
  foreground: number;
  isKernel: boolean;
  /** Of the processor, in programs and in the kernel. */
  usedTicks: number;
  nice: number;
  threads: number;
  /** Since the start of the machine: with the pid it tells this process from a later one of the same number. */
  startTicks: number;
  memoryPages: number;
};

/** From linux/sched.h. */
const kernelThread = 0x0020_0000;

/** proc_pid_stat(5): the name in brackets may hold anything, so the fields are counted behind the last bracket. Null for what is none. */
export function parseStat(text: string): ProcessStat | null {
  const [opening, closing] = [text.indexOf("("), text.lastIndexOf(")")];
  const fields = text.slice(closing + 2).split(" ");
  if (opening === -1 || closing < opening || fields.length < 22) return null;
  const number = (index: number) => Number(fields[index]);
  return {
    name: text.slice(opening + 1, closing),
    state: fields[0] ?? "",
    parent: number(1),
    group: number(2),
    session: number(3),
    foreground: number(5),
    isKernel: (number(6) & kernelThread) !== 0,
    usedTicks: number(11) + number(12),
    nice: number(16),
    threads: number(17),
    startTicks: number(19),
    memoryPages: number(21),
  };
}
