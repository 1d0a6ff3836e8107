import { z } from "zod";
import { channels, contracts } from "@/lib/contracts/all";
import type { Channel } from "@/lib/contracts/channel";
import type { Contract } from "@/lib/contracts/endpoint";

type Changing = { name: string; words: readonly string[]; action: string | null };

const changing: readonly Changing[] = Object.entries<Contract>(contracts).flatMap(([group, contract]) =>
  Object.entries(contract)
    .filter(([, { method }]) => method !== "GET")
    .flatMap(([name, { method, path, input }]) => {
      const one: Changing = { name: `${group}/${name}`, words: [method, ...path.split("/")], action: null };
      const actions = input instanceof z.ZodObject && input.shape["action"];
      if (!(actions instanceof z.ZodEnum)) return [one];
      return actions.options.map((action) => ({ ...one, name: `${one.name} ${action}`, action: String(action) }));
    }),
);

/** What is for other programs, or needs what a test doesn’t have. */
const notForScreens: Readonly<Record<string, string>> = {
  "disk/testDisk": "a disk that tests itself (SMART)",
  "file/remove": "for scripts: screens delete several at once",
  "share/describeDrop": "for other clients of tus",
  "share/terminateDrop": "for other clients of tus",
  "systemd/openUnitJournal": "for scripts: the page follows a channel",
  "terminal/openHostShell": "a server in a container that may enter its host",
  "upload/describeTus": "for other clients of tus",
};

const excused: readonly string[] = Object.keys(notForScreens);

type Uncalled = {
  /** `docker/renameContainer`, `channel docker/logs`. */
  uncalled: string[];
  excusedInVain: string[];
};

/** Of all that changes something and all channels, what is not among these calls (see `noteCalls`). */
export function findUncalled(calls: ReadonlySet<string>): Uncalled {
  const called = new Set([...calls].map(nameOf));
  const opened = Object.values(channels).flatMap((ofGroup) => Object.values<Channel>(ofGroup));
  const names = [...changing.map(({ name }) => name), ...opened.map(({ name }) => `channel ${name}`)];
  return {
    uncalled: names.filter((name) => !called.has(name) && !excused.includes(name)),
    excusedInVain: excused.filter((name) => called.has(name)),
  };
}

/** Of several endpoints that an address fits, such as `DELETE file/tus/{id}` and `DELETE file/{path*}`, the most exact. */
function nameOf(call: string): string {
  if (call.startsWith("channel ")) return call;
  const [method = "", address = "", said = null] = call.split(" ");
  const asked = [method, ...address.split("/")];
  const fitting = changing.filter(({ words, action }) => {
    if (action !== said) return false;
    const isOpen = words.at(-1)?.endsWith("*}") === true;
    if (isOpen ? asked.length < words.length : asked.length !== words.length) return false;
    return words.every((word, index) => word.startsWith("{") || word === asked[index]);
  });
  const exactness = ({ words }: Changing) => words.filter((word) => !word.startsWith("{")).length;
  return fitting.toSorted((one, other) => exactness(other) - exactness(one))[0]?.name ?? call;
}
