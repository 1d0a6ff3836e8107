import { propertiesContract } from "@/lib/contracts/properties";
import { defineTask } from "@/lib/server/group/define-task";
import { group } from "@/lib/server/group/group";
import { getProperties } from "./get-properties";
import { setAttributes } from "./set-attributes";
import { sumFiles } from "./sum-files";

export const propertiesGroup = group({
  name: "properties",
  tasks: [
    defineTask({ kind: "checksum", access: "file_read" }),
    defineTask({ kind: "attributes", access: "file_attributes" }),
  ],
  contract: propertiesContract,
  json: { getProperties, setAttributes, sumFiles },
});
