// What lists of thousands of rows cost in a browser: node --import tsx bench/lists.ts [NAME…]   (needs a build and Chromium)
import { spawn } from "node:child_process";
import { chromium } from "playwright-core";
import { browserPath } from "../e2e/support/browser-path";
import { signIn } from "../e2e/support/api-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { enter } from "../e2e/support/test";
import { fillLists } from "./support/fill-lists";
import { measureList, prepareLists, type ListFigures, type MeasuredList } from "./support/measure-list";
import { atMost, report } from "./support/report";
import { startStandIn } from "./support/stand-in-dockerd";

const goals = { firstMs: 1_000, nodes: 5_000, scrollMs: 200, searchMs: 300, sortMs: 300, liveMs: 100 };
const processes = 2_000;
const gridRow = "[role=row][aria-rowindex='2']";
const tableRow = "main tbody tr:has(td:nth-child(2))";

const lists: readonly (MeasuredList & { name: string })[] = [
  {
    name: "10,000 users",
    address: "/users",
    row: tableRow,
    search: { text: "user-09876", shows: "user-09876" },
    sort: "Role",
  },
  { name: "500 roles", address: "/users/roles", row: tableRow, search: { text: "role-00432", shows: "role-00432" } },
  {
    name: "500 invitations",
    address: "/users/invitations",
    row: tableRow,
    search: { text: "invitation-00432", shows: "invitation-00432" },
  },
  { name: "10,000 sessions, by pages", address: "/users/sessions", row: tableRow },
  { name: "100,000 audit entries, by pages", address: "/audit", row: tableRow },
  {
    name: "2,000 shares",
    address: "/shares",
    row: tableRow,
    search: { text: "share-01876", shows: "share-01876" },
  },
  { name: "10,000 entries in the trash", address: "/trash", row: gridRow },
  { name: "10,000 tasks, by pages", address: "/tasks", row: "main li a" },
  {
    name: "1,000 SSH hosts",
    address: "/ssh",
    row: tableRow,
    search: { text: "host-00876", shows: "host-00876" },
  },
  { name: "10,000 past alerts, 100 rules", address: "/system/alerts", row: "main tbody tr" },
  {
    name: "500 links on the start page",
    address: "/start",
    row: "main li a",
    search: { text: "Link 432", shows: "Link 432" },
  },
  {
    name: "2,000 processes",
    address: "/processes",
    row: gridRow,
    search: { text: "sleep 60", shows: "sleep" },
    sort: "PID",
    isLive: true,
  },
  {
    name: "2,000 containers",
    address: "/containers",
    row: gridRow,
    search: { text: "container-01876", shows: "container-01876" },
    sort: "Created",
    isLive: true,
  },
  {
    name: "5,000 images",
    address: "/containers/images",
    row: gridRow,
    search: { text: "image-04876", shows: "image-04876" },
    sort: "Size",
  },
  {
    name: "1,000 networks",
    address: "/containers/networks",
    row: gridRow,
    search: { text: "network-00876", shows: "network-00876" },
    sort: "Created",
  },
  {
    name: "2,000 volumes",
    address: "/containers/volumes",
    row: gridRow,
    search: { text: "volume-01876", shows: "volume-01876" },
    sort: "Created",
  },
];

const wanted = process.argv.slice(2);
const crowd = spawn("sh", ["-c", `for i in $(seq ${processes}); do sleep 600 & done; wait`], {
  stdio: "ignore",
  detached: true,
});
const first = await startFiledeck();
await first.stop();
await fillLists(first);
const daemon = await startStandIn(first.workDir);
const server = await startFiledeck({ workDir: first.workDir, env: { DOCKER_HOST: daemon.address } });
const args =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync".split(
    " ",
  );
const browser = await chromium.launch({ executablePath: browserPath, args });
try {
  const page = await browser.newPage({ viewport: { width: 1360, height: 860 }, locale: "en-US" });
  await prepareLists(page);
  await enter(page, server, await signIn(server));
  for (const list of lists.filter(({ name }) => wanted.length === 0 || wanted.some((one) => name.includes(one)))) {
    // Server and browser translate what they run often.
    await page.goto(`${server.url}${list.address}`);
    await page.locator(list.row).first().waitFor();
    tell(list.name, await measureList(page, server.url, list));
  }
} finally {
  await browser.close();
  await server.remove();
  await daemon.stop();
  if (crowd.pid !== undefined) process.kill(-crowd.pid, "SIGKILL");
}

function tell(name: string, found: ListFigures): void {
  const ms = (value: number) => (Number.isFinite(value) ? `${value.toFixed(0)} ms` : "no way to");
  report(`${name}, first row`, ms(found.firstMs), atMost(found.firstMs, goals.firstMs, " ms"));
  report(
    "  elements, script memory",
    `${found.nodes}, ${found.heapMb.toFixed(0)} MB`,
    atMost(found.nodes, goals.nodes),
  );
  for (const [what, value, goal] of [
    ["longest task while scrolling", found.scrollMs, goals.scrollMs],
    ["found after the last key", found.searchMs, goals.searchMs],
    ["sorted after the click", found.sortMs, goals.sortMs],
    ["longest task in 10 s of changes", found.liveMs, goals.liveMs],
  ] as const)
    if (value !== null) report(`  ${what}`, ms(value), atMost(value, goal, " ms"));
}
