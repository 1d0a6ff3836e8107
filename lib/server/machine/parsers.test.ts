import { expect, test } from "vitest";
import { parseNvidia } from "./gpus";
import { parseDiskstats } from "./parse-diskstats";
import { parseMeminfo } from "./parse-meminfo";
import { parseNetDev } from "./parse-net-dev";
import { parsePressure } from "./parse-pressure";
import { parseSystemStat } from "./parse-system-stat";
import { parseLoginSession, parseUtmp } from "./parse-utmp";

test("/proc/stat: times in seconds, cores by their numbers, also where some are off", () => {
  const stat = parseSystemStat(
    "cpu  1131004 256265 454603 790576 32478 0 11962 5916 120 3\ncpu0 569179 124167 214211 420458 7125 0 2458 2819 0 0\ncpu3 561825 132097 240391 370117 25352 0 9503 3096 0 0\nintr 35888745 0 0 14 0\nctxt 122132176\nbtime 1795407040\nprocesses 823247\nprocs_running 2\nprocs_blocked 1\nsoftirq 22476657 0 1406791\n",
  );
  expect(stat).toMatchObject({
    cpu: { user: 11310.04, nice: 2562.65, idle: 7905.76, iowait: 324.78, softirq: 119.62, steal: 59.16, guest: 1.2 },
    bootedAtSeconds: 1795407040,
    contextSwitches: 122132176,
    interrupts: 35888745,
    forks: 823247,
    running: 2,
    blocked: 1,
  });
  expect([...(stat?.cores ?? [])].map(([number, { iowait }]) => [number, iowait])).toEqual([
    [0, 71.25],
    [3, 253.52],
  ]);
  expect(parseSystemStat("")).toBeNull();
});

test("/proc/meminfo: kilobytes as bytes, counts as they are", () => {
  const memory = parseMeminfo(
    "MemTotal:       24684096 kB\nMemFree:        21849588 kB\nActive(anon):       1528 kB\nHugePages_Total:       4\n",
  );
  expect(Object.fromEntries(memory)).toEqual({
    MemTotal: 24684096 * 1024,
    MemFree: 21849588 * 1024,
    "Active(anon)": 1528 * 1024,
    HugePages_Total: 4,
  });
});

test("/proc/diskstats: sectors as bytes, whatever the kernel appends", () => {
  const line = " 254       0 vda 899555 84240 16218674 3919638 2298576 4402994 230932616 2964973 1 866896 7380919";
  const [disk, old] = parseDiskstats(
    `${line} 3674838 2070 204729096 443048 485803 53259\n 104 0 cciss/c0d0 1 0 2 3 4 0 6 7 0 9 10\n`,
  );
  expect(disk).toEqual({
    name: "vda",
    reads: 899555,
    readBytes: 16218674 * 512,
    readSeconds: 3919.638,
    writes: 2298576,
    writtenBytes: 230932616 * 512,
    writeSeconds: 2964.973,
    busySeconds: 866.896,
    weightedSeconds: 7380.919,
  });
  expect(old).toMatchObject({ name: "cciss/c0d0", readBytes: 1024, weightedSeconds: 0.01 });
});

test("/proc/net/dev: a name may hold colons, and figures may touch it", () => {
  const text = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 21355266362 7871671    0    0    0     0          0         0 21355266362 7871671    0    0    0     0       0          0
eth0:1:12444415698  302937    1    2    0     0          0         0 27002914  192541    3    4    0     0       0          0
`;
  expect(parseNetDev(text).at(-1)).toEqual({
    name: "eth0:1",
    received: { bytes: 12444415698, packets: 302937, errors: 1, dropped: 2 },
    sent: { bytes: 27002914, packets: 192541, errors: 3, dropped: 4 },
  });
  expect(parseNetDev(text).map(({ name }) => name)).toEqual(["lo", "eth0:1"]);
});

test("/proc/pressure: seconds of waiting; that of processors may have no second line", () => {
  const some = "some avg10=0.13 avg60=2.73 avg300=16.30 total=6850628466\n";
  expect(parsePressure(`${some}full avg10=0.00 avg60=0.00 avg300=0.00 total=240853164\n`)).toEqual({
    someSeconds: 6850.628466,
    fullSeconds: 240.853164,
  });
  expect(parsePressure(some)).toMatchObject({ fullSeconds: null });
  expect(parsePressure("")).toBeNull();
});

/** A record as login(3) writes it. */
function record(type: number, { line = "", user = "", host = "", seconds = 0, isWide = false }): Buffer {
  const bytes = Buffer.alloc(isWide ? 400 : 384);
  bytes.writeInt16LE(type, 0);
  bytes.write(line, 8);
  bytes.write(user, 44);
  bytes.write(host, 76);
  if (isWide) bytes.writeBigInt64LE(BigInt(seconds), 344);
  else bytes.writeUInt32LE(seconds, 340);
  return bytes;
}

test.each([
  ["x64", false],
  ["arm64", true],
])("utmp of %s: people, not boots, dead sessions, or waiting terminals", (architecture, isWide) => {
  const records = [
    record(2, { line: "~", user: "reboot", seconds: 1_795_000_000, isWide }),
    record(7, { line: "tty1", user: "mia", seconds: 1_795_000_100, isWide }),
    record(6, { line: "tty2", user: "LOGIN", seconds: 1_795_000_050, isWide }),
    record(8, { line: "pts/1", seconds: 1_795_000_200, isWide }),
    // After 2038.
    record(7, { line: "pts/0", user: "jürgen", host: "2001:db8::7", seconds: 2_200_000_000, isWide }),
    record(7, { line: ":0", user: "tom", host: ":0", seconds: 1_795_000_300, isWide }),
  ];
  expect(parseUtmp(Buffer.concat([...records, Buffer.alloc(17)]), architecture)).toEqual([
    { username: "jürgen", line: "pts/0", from: "2001:db8::7", sinceMs: 2_200_000_000_000 },
    { username: "tom", line: ":0", from: null, sinceMs: 1_795_000_300_000 },
    { username: "mia", line: "tty1", from: null, sinceMs: 1_795_000_100_000 },
  ]);
});

test("sessions of logind: those of people at a terminal", () => {
  const session =
    "UID=0\nUSER=root\nACTIVE=1\nSTATE=active\nREMOTE=1\nTYPE=tty\nCLASS=user\nREMOTE_HOST=10.0.0.7\nTTY=pts/0\nSERVICE=sshd\nREALTIME=1795407040123456\n";
  expect(parseLoginSession(session)).toEqual({
    username: "root",
    line: "pts/0",
    from: "10.0.0.7",
    sinceMs: 1795407040123.456,
  });
  for (const changed of [
    session.replace("CLASS=user", "CLASS=manager"),
    session.replace("CLASS=user", "CLASS=greeter"),
    session.replace("STATE=active", "STATE=closing"),
    "",
  ])
    expect(parseLoginSession(changed)).toBeNull();
});

test("nvidia-smi: what it does not know is no zero", () => {
  const said =
    "0, NVIDIA GeForce RTX 3060, 37, 2048, 12288, 61\n1, Tesla M10, [N/A], 10, 8192, [Not Supported]\nNo devices were found\n";
  expect(parseNvidia(said)).toEqual([
    {
      id: "nvidia0",
      name: "NVIDIA GeForce RTX 3060",
      busy: 0.37,
      usedBytes: 2147483648,
      totalBytes: 12884901888,
      celsius: 61,
    },
    { id: "nvidia1", name: "Tesla M10", busy: null, usedBytes: 10485760, totalBytes: 8589934592, celsius: null },
  ]);
});
