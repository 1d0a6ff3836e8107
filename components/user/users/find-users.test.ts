import { expect, it } from "vitest";
import { noGrants } from "@/components/user/grants/grants";
import { findUsers } from "./find-users";

const user = (username: string, role_id: string | null) => ({
  ...noGrants,
  id: username,
  username,
  role_id,
  is_root: false,
  disabled: false,
  created_at: 0,
  last_seen_at: null,
  second_factor: false,
});
const users = [user("zoe", "r1"), user("Anna", null), user("bob", "r2")];
const roles = [
  { ...noGrants, id: "r1", name: "Editors", commands: null, second_factor: false, users: 1 },
  { ...noGrants, id: "r2", name: "Readers", commands: null, second_factor: false, users: 1 },
];

it.each([
  ["", ["Anna", "bob", "zoe"]],
  ["  AN ", ["Anna"]],
  ["editor", ["zoe"]],
  ["nobody", []],
])("%j finds %j", (wanted, expected) => {
  expect(findUsers(users, roles, wanted).map(({ username }) => username)).toEqual(expected);
});
