// What is parsed in one go: lines of programs, paths, versions of a text, what screens are told to draw.
import xterm from "@xterm/headless";
import { diskContract } from "@/lib/contracts/disk";
import { noChanges } from "@/lib/server/base/describe-changes";
import { describeInput } from "@/lib/server/http/describe-input";
import { parseAnsi } from "@/lib/shared/ansi/parse-ansi";
import { diffLines } from "@/lib/shared/diff-lines";
import { parseVirtualPath } from "@/lib/shared/paths";
import { boundOutput } from "@/lib/shared/terminal-output/bound-output";
import { takes, type Verdict } from "../support/verdict";

const paths = Array.from({ length: 10_000 }, (_, index) => `r/${"я/".repeat(190)}${index}`);
const plainPaths = Array.from({ length: 10_000 }, (_, index) => `r/${"b/".repeat(190)}${index}`);
const lines = (mark: string) => Array.from({ length: 20_000 }, (_, at) => `${mark}${at}`).join("\n");
const [some, others] = [lines("a"), lines("b")];

const lineLength = 128 * 1024;
const sequences = [
  "\u001b[",
  "\u001b]",
  "\u001bP",
  "\u001b[1;",
  "\u001b[999999999Cx",
  "\u001b[512G\u001b[1K",
  "\u001b[512Gx\u001b[2K",
  "\u001b[1Kx",
  "x\u001b[1K",
  "x\r",
  "\u001b[1mx",
  "中\r",
  "x\u0301",
  "\b\u001b[K",
  ";:",
];

const esc = "\u001b";
const finals = Array.from({ length: 0x7f - 0x40 }, (_, index) => String.fromCharCode(0x40 + index));

/** The slowest of all sequences with numbers as large as can be, beside one that says the same of a single line. */
const screenVerdict: Verdict = {
  name: "screen: the slowest sequence at its limits",
  unit: "ms",
  most: 40,
  measure: async () => {
    const terminal = new xterm.Terminal({
      cols: 200,
      rows: 60,
      scrollback: 5_000,
      allowProposedApi: true,
      logLevel: "off",
    });
    const write = (text: string) => new Promise<void>((parsed) => terminal.write(text, parsed));
    const { write: bound } = boundOutput({ cols: 200, rows: 60, hasLinks: false, clipboardLength: 0 });
    const drawn = async (text: string) => {
      const beganMs = performance.now();
      for (const piece of bound(text)) await write(piece.text);
      return performance.now() - beganMs;
    };
    const control = await drawn("a\r\n".repeat(6_000));
    let worstMs = 0;
    for (const prefix of ["", "?", ">", "="])
      for (const between of ["", " ", "'", "$", '"', "!", "*"])
        for (const final of finals) {
          const text = `x${esc}[${prefix}2147483647;2147483647${between}${final}`;
          // A pause of the machine is not there a second time.
          worstMs = Math.max(worstMs, Math.min(await drawn(text), await drawn(text)));
        }
    terminal.dispose();
    return { figure: worstMs, control };
  },
};

const { mountDevice } = diskContract;
const describe = (input: unknown) =>
  describeInput({ endpoint: mountDevice, input, told: { target: null, changes: noChanges }, isNamed: true });
const options = Array.from({ length: 60_000 }, (_, at) => `o${at}`);

export const textVerdicts = [
  takes("paths: ten thousand long ones of two-byte letters", () => paths.map((text) => parseVirtualPath(text)), {
    control: () => plainPaths.map((text) => parseVirtualPath(text)),
    most: 10,
  }),
  takes("versions: 20,000 lines of which none is kept", () => diffLines(some, others), {
    control: () => diffLines(some, some),
    most: 40,
  }),
  ...sequences.flatMap((part) =>
    (
      [
        ["a color", `${esc}[31`],
        ["a long line", "x".repeat(lineLength)],
      ] as const
    ).map(([what, before]) => {
      const hostile = before + part.repeat(lineLength / part.length);
      return takes(`line of a log: ${JSON.stringify(part)} behind ${what}`, () => parseAnsi(hostile), { most: 100 });
    }),
  ),
  screenVerdict,
  takes(
    "audit log: what 60,000 options and a million letters were",
    () => [describe({ options }), describe({ options: ["x".repeat(1_000_000)] })],
    { most: 50 },
  ),
];
