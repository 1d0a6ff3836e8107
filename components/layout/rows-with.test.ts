import { expect, test } from "vitest";
import { rowsWith } from "./rows-with";

const users = [
  { name: "Anna", role: "Editors" },
  { name: "Ben", role: "Editors" },
  { name: "Annette", role: "" },
];
const find = (wanted: string) => rowsWith(users, wanted, ({ name, role }) => [name, role]).map(({ name }) => name);

test.each([
  ["", ["Anna", "Ben", "Annette"]],
  ["  ", ["Anna", "Ben", "Annette"]],
  ["ANN", ["Anna", "Annette"]],
  ["edit", ["Anna", "Ben"]],
  ["edit ann", ["Anna"]],
  ["carl", []],
])("%j finds %j", (wanted, names) => expect(find(wanted)).toEqual(names));
