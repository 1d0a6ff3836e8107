// The lanes of `npm test`, in their order. One runs after the other, so that nothing disturbs a test: those of a lane share the
// machine with each other alone.

const folders = "{lib,components,app,scripts,messages}";
const server = "lib/server";
const daemons = [
  `${server}/{docker,stack,volume,network,systemd,disk}/**`,
  `${server}/{ssh,terminal}/**`,
  `${server}/storage/{container,sftp}/**`,
  `${server}/alert/restarts.int.test.ts`,
  `${server}/processes/own-engine.int.test.ts`,
  `${server}/session/{administrators-tokens,tokens-elsewhere}.int.test.ts`,
  `${server}/trash/trash-on-host.int.test.ts`,
  `${server}/user/explain-container-action.int.test.ts`,
].map((glob) => (glob.endsWith("**") ? `${glob}/*.int.test.ts` : glob));
/** They boot machines, keep processors busy, or race with something. */
const integrationAlone = [
  `${server}/systemd/{units,own-unit}.int.test.ts`,
  `${server}/terminal/confined/{costs,swapped}.int.test.ts`,
  `${server}/storage/local/**/{local-race,local-rename-race,moved-race,put-aside,local-kill}.int.test.ts`,
  `${server}/disk/mount-guards.int.test.ts`,
];
const machines = ["containers", "disk", "operator", "ssh", "stack", "systemd", "volume"].map(
  (name) => `e2e/${name}/**/*.e2e.ts`,
);
const pagesAlone = [
  "e2e/alert/reach-people.e2e.ts",
  "e2e/metrics/metrics.e2e.ts",
  "e2e/start/{crash,shutdown}.e2e.ts",
  "e2e/upload/kill.e2e.ts",
];
const image = ["e2e/docker/**/*.e2e.ts", "e2e/proof/*.e2e.ts"];

/**
 * `match` without `but` are the lane's files. `workers`: how many of them at once. `minutes`: far more than it takes; what has not
 * ended by then never does.
 */
export const lanes = [
  {
    name: "unit",
    runner: "vitest",
    match: [`${folders}/**/*.test.{ts,tsx,mjs}`],
    but: ["**/*.int.test.ts"],
    workers: 2,
    minutes: 15,
  },
  {
    name: "quick",
    runner: "vitest",
    match: [`${folders}/**/*.int.test.ts`],
    but: [...daemons, ...integrationAlone],
    workers: 2,
    minutes: 30,
  },
  { name: "daemon", runner: "vitest", match: daemons, but: integrationAlone, workers: 2, minutes: 45 },
  { name: "integration-alone", runner: "vitest", match: integrationAlone, but: [], workers: 1, minutes: 30 },
  {
    name: "pages",
    runner: "playwright",
    match: ["e2e/**/*.e2e.ts"],
    but: [...machines, ...pagesAlone, ...image],
    workers: 2,
    minutes: 60,
  },
  { name: "machines", runner: "playwright", match: machines, but: [], workers: 2, minutes: 45 },
  { name: "pages-alone", runner: "playwright", match: pagesAlone, but: [], workers: 1, minutes: 20 },
  { name: "image", runner: "playwright", match: image, but: [], workers: 1, minutes: 60 },
];

/** @param {"vitest" | "playwright"} runner */
export const lanesOf = (runner) => lanes.filter((lane) => lane.runner === runner);
