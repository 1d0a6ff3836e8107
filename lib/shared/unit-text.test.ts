import { describe, expect, test } from "vitest";
import { splitWords, wantsShell } from "./split-words";
import { emptyService, isUnitStem, serviceProblems, serviceText, timerProblems, timerText } from "./unit-text";

describe("splitWords", () => {
  test.each([
    ["/bin/a -b  c", ["/bin/a", "-b", "c"]],
    [`/bin/a "b c" 'd "e"' f\\ g ""`, ["/bin/a", "b c", 'd "e"', "f g", ""]],
    ['a "x\\"y\\\\z\\n"', ["a", 'x"y\\z\\n']],
    ["a $HOME | b", ["a", "$HOME", "|", "b"]],
    ["a'b'c", ["abc"]],
  ])("%s", (line, words) => expect(splitWords(line)).toEqual({ words, problem: null }));
  test.each(['a "b', "a 'b", "a \\"])("an end is missing: %s", (line) =>
    expect(splitWords(line).problem).toBe("quote"),
  );
  test("no program is no command", () => expect(splitWords('"" a').problem).toBe("command"));
});

test.each([
  ["/bin/a --b='c|d' \"e;f\"", false],
  ["a | b", true],
  ["a $HOME", true],
  ['a "$HOME"', true],
  ["a '$HOME'", false],
  ["a > b", true],
  ["a \\; b", false],
])("%s is for a shell: %s", (line, wanted) => expect(wantsShell(line)).toBe(wanted));

test("a name is what systemd takes for one, and never an option", () => {
  for (const stem of ["backup", "a@", "a@b", "a-b.c:d_e", "\\x2d"])
    expect([stem, isUnitStem(stem)]).toEqual([stem, true]);
  for (const stem of ["", "-rf", "a b", "a/b", "a\n", 'a"', "a%", "$(id)", "é", "a".repeat(241)])
    expect([stem, isUnitStem(stem)]).toEqual([stem, false]);
});

const fields = { ...emptyService, description: "100% fine", command: `/bin/echo "a b" '$HOME' 50% x\\"y ; -z` };

test("a service is written by systemd's rules", () => {
  expect(
    serviceText(
      {
        ...fields,
        folder: "/srv/50%",
        user: "daemon",
        environment: 'A=1\n\n B=two "words" \\ 5% $X \n',
        needsNetwork: true,
        memoryMax: "512M",
        cpuQuota: "50%",
      },
      "",
    ),
  ).toBe(`[Unit]
Description=100%% fine
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
ExecStart=/bin/echo "a b" "$$HOME" 50%% "x\\"y" ";" -z
WorkingDirectory=/srv/50%%
User=daemon
Environment=A=1
Environment="B=two \\"words\\" \\\\ 5%% $X"
Restart=on-failure
RestartSec=5
MemoryMax=512M
CPUQuota=50%

[Install]
WantedBy=multi-user.target
`);
});

test("an account's service has no user, and starts with the account's others", () => {
  const text = serviceText({ ...fields, user: "daemon", isHardened: true }, "mia");
  expect(text).toContain("WantedBy=default.target");
  expect(text).toContain("NoNewPrivileges=yes");
  expect(text).not.toMatch(/User=|ProtectSystem/);
});

test("what runs by a shell is one argument of it", () => {
  const text = serviceText({ ...fields, command: `cd "$HOME" && ls | wc -l > 'a b'`, inShell: true, isOnce: true }, "");
  expect(text).toContain(`ExecStart=/bin/sh -c "cd \\"$$HOME\\" && ls | wc -l > 'a b'"\n`);
  expect(text).not.toContain("Restart=");
});

test.each([
  [{ command: "" }, "command"],
  [{ command: "/bin/a\nExecStop=/bin/b" }, "command"],
  [{ command: "/bin/a \u0007" }, "command"],
  [{ command: '/bin/a "b' }, "quote"],
  [{ command: "-/bin/a" }, "program"],
  [{ command: '"+/bin/a"' }, "program"],
  [{ command: "$HOME/a" }, "program"],
  [{ description: "a\nExecStart=/bin/b" }, "description"],
  [{ description: "ends with \\" }, "description"],
  [{ folder: "tmp" }, "folder"],
  [{ folder: "/tmp\r[Service]" }, "folder"],
  [{ user: "-x" }, "user"],
  [{ user: "a b" }, "user"],
  [{ environment: "noequals" }, "environment"],
  [{ environment: "A=\u0000" }, "environment"],
  [{ memoryMax: "1 lot" }, "memory"],
  [{ cpuQuota: "50" }, "cpu"],
])("%j is refused", (wrong, problem) => expect(serviceProblems({ ...fields, ...wrong })).toEqual([problem]));

test("what is right has no problem", () => {
  expect(serviceProblems(fields)).toEqual([]);
  expect(serviceProblems({ ...fields, folder: "~", user: "_mia-2", environment: "A=", memoryMax: "1G" })).toEqual([]);
});

test("a timer", () => {
  const timer = { description: "Nightly", calendar: "*-*-* 04:00", isPersistent: true, randomDelay: "5min", unit: "" };
  expect(timerProblems(timer)).toEqual([]);
  expect(timerText({ ...timer, unit: "a.service" })).toBe(`[Unit]
Description=Nightly

[Timer]
OnCalendar=*-*-* 04:00
Persistent=yes
RandomizedDelaySec=5min
Unit=a.service

[Install]
WantedBy=timers.target
`);
  for (const [wrong, problem] of [
    [{ calendar: "" }, "calendar"],
    [{ calendar: "daily\nExecStart=x" }, "calendar"],
    [{ calendar: "daily \\" }, "calendar"],
    [{ randomDelay: "5min\n" }, "delay"],
    [{ randomDelay: "soon" }, "delay"],
  ] as const)
    expect(timerProblems({ ...timer, ...wrong })).toEqual([problem]);
});
