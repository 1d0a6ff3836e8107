import { expect, test } from "vitest";
import { needsOf, type HostFacts } from "./host-access";

const all: HostFacts = {
  isContainer: true,
  seesHost: true,
  isRoot: true,
  capabilities: 0x1ff_ffff_ffffn,
  hasNsenter: true,
};
/** Docker's usual set. */
const usual = 0xa80425fbn;

test.each<[string, Partial<HostFacts>, string[]]>([
  ["all that it takes", {}, []],
  ["processes of its own", { seesHost: false }, ["pid"]],
  ["no flag at all", { capabilities: usual, seesHost: false }, ["pid", "sys_admin", "sys_ptrace"]],
  ["SYS_ADMIN alone", { capabilities: usual | (1n << 21n) }, ["sys_ptrace"]],
  ["another user than root", { capabilities: 0n, isRoot: false }, ["root"]],
  ["no nsenter", { hasNsenter: false }, ["nsenter"]],
])("a container with %s", (_, facts, missing) => expect(needsOf({ ...all, ...facts })).toEqual(missing));
