import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { findDisks, findNetworks } from "./devices";
import { readDrmGpus } from "./gpus";
import { readLogins } from "./logins";
import { findSensors, readTemperatures } from "./temperatures";

const dir = mkdtempSync(path.join(tmpdir(), "filedeck-sys-"));
afterAll(() => rmSync(dir, { recursive: true }));

/** Files as the kernel shows them. */
function tree(name: string, files: Record<string, string>): string {
  for (const [file, text] of Object.entries(files)) {
    const full = path.join(dir, name, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
  return path.join(dir, name);
}

test("disks are those with a device behind them, with their models and sizes", async () => {
  const folder = tree("block", {
    "sda/device/model": "WDC WD40EFRX-68N\n",
    "sda/size": "7814037168\n",
    "nvme0n1/device/model": "Samsung SSD 980 PRO 1TB                 \n",
    "nvme0n1/size": "1953525168\n",
    "cciss!c0d0/device/rev": "1\n",
    "cciss!c0d0/size": "2048\n",
    "sr0/device/model": "DVD\n",
    "sdb/device/model": "Card Reader\n",
    "sdb/size": "0\n",
    "loop0/size": "8\n",
    "dm-0/size": "8\n",
  });
  const disks = await findDisks(folder);
  expect(disks.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { name: "cciss/c0d0", model: null, bytes: 1048576 },
    { name: "nvme0n1", model: "Samsung SSD 980 PRO 1TB", bytes: 1953525168 * 512 },
    { name: "sda", model: "WDC WD40EFRX-68N", bytes: 7814037168 * 512 },
  ]);
  expect(await findDisks(path.join(dir, "none"))).toEqual([]);
});

test("of interfaces those count that lead out, on a machine and in a container", async () => {
  const host = tree("net", {
    "eth0/device/vendor": "",
    "wlan0/device/vendor": "",
    "wg0/mtu": "",
    "lo/mtu": "",
    "veth3f/mtu": "",
    "docker0/mtu": "",
    "br-3f/mtu": "",
    bonding_masters: "",
  });
  const names = async (folder: string) =>
    (await findNetworks(folder)).map(({ name, isCounted }) => `${name}${isCounted ? " +" : ""}`).sort();
  expect(await names(host)).toEqual(["eth0 +", "wg0", "wlan0 +"]);
  expect(await names(tree("net-in", { "eth0/mtu": "", "lo/mtu": "", "wg0/mtu": "" }))).toEqual(["eth0 +", "wg0"]);
});

test("temperatures: one for a processor, names that stay, nothing that is not connected", async () => {
  const hwmon = tree("hwmon", {
    "hwmon0/name": "coretemp\n",
    "hwmon0/temp1_input": "61000\n",
    "hwmon0/temp1_label": "Package id 0\n",
    "hwmon0/temp1_max": "80000\n",
    "hwmon0/temp1_crit": "100000\n",
    "hwmon0/temp2_input": "59000\n",
    "hwmon0/temp2_label": "Core 0\n",
    "hwmon1/name": "nvme\n",
    "hwmon1/device/model": "Samsung SSD 980\n",
    "hwmon1/temp1_input": "38850\n",
    "hwmon1/temp1_label": "Composite\n",
    "hwmon2/name": "nvme\n",
    "hwmon2/temp1_input": "-128000\n",
    "hwmon3/name": "nvme\n",
    "hwmon3/temp1_input": "-5000\n",
    "hwmon4/name": "acpitz\n",
    "hwmon4/temp1_input": "27800\n",
  });
  const thermal = tree("thermal", {
    "thermal_zone0/type": "acpitz\n",
    "thermal_zone0/temp": "27800\n",
    "thermal_zone1/type": "cpu-thermal\n",
    "thermal_zone1/temp": "48312\n",
    "thermal_zone2/type": "broken\n",
    "cooling_device0/type": "Fan\n",
  });
  const sensors = await findSensors({ hwmon, thermal });
  expect(sensors.map(({ id, label, highCelsius }) => [id, label, highCelsius])).toEqual([
    ["coretemp Package id 0", "Package id 0", 80],
    ["nvme Samsung SSD 980 Composite", "Samsung SSD 980 Composite", null],
    ["nvme 3 temp1", null, null],
    ["acpitz temp1", null, null],
    ["cpu-thermal thermal_zone1", null, null],
  ]);
  expect(Object.fromEntries(await readTemperatures(sensors))).toMatchObject({
    "coretemp Package id 0": 61,
    "nvme 3 temp1": -5,
    "cpu-thermal thermal_zone1": 48.312,
  });
  expect(await findSensors({ hwmon: path.join(dir, "none"), thermal: path.join(dir, "none") })).toEqual([]);
});

test("graphics cards whose driver tells; screens and other drivers are none", async () => {
  const folder = tree("drm", {
    "card0/device/gpu_busy_percent": "42\n",
    "card0/device/mem_info_vram_used": "1073741824\n",
    "card0/device/mem_info_vram_total": "8589934592\n",
    "card0-HDMI-A-1/status": "connected\n",
    "card1/device/vendor": "0x8086\n",
  });
  expect(await readDrmGpus(folder)).toEqual([
    { id: "card0", name: null, busy: 0.42, usedBytes: 1073741824, totalBytes: 8589934592, celsius: null },
  ]);
});

test("logins: of utmp, else of logind, and unknown where there is neither", async () => {
  const none = { utmp: path.join(dir, "none"), sessions: path.join(dir, "none") };
  expect(await readLogins(none)).toBeNull();
  const text = "USER=mia\nCLASS=user\nTTY=pts/4\nREALTIME=1795407040000000\n";
  const sessions = tree("sessions", { "3": text, "3.ref": "", c1: "USER=gdm\nCLASS=greeter\n" });
  expect(await readLogins({ ...none, sessions })).toEqual([
    { username: "mia", line: "pts/4", from: null, sinceMs: 1795407040000 },
  ]);
  const utmp = path.join(dir, "utmp");
  writeFileSync(utmp, Buffer.alloc(0));
  expect(await readLogins({ utmp, sessions })).toEqual([]);
});
