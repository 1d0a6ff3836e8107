import { duplicatesContract } from "@/lib/contracts/duplicates";
import { defineTask } from "@/lib/server/group/define-task";
import { group } from "@/lib/server/group/group";
import { findDuplicates } from "./find-duplicates";

export const duplicatesGroup = group({
  name: "duplicates",
  tasks: [defineTask({ kind: "duplicates", access: "file_read" })],
  contract: duplicatesContract,
  json: { findDuplicates },
});
