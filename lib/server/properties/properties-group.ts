import { propertiesContract } from "@/lib/contracts/properties";
import { group } from "@/lib/server/group/group";
import { getProperties } from "./get-properties";
import { setAttributes } from "./set-attributes";
import { sumFiles } from "./sum-files";

export const propertiesGroup = group({
  name: "properties",
  contract: propertiesContract,
  json: { getProperties, setAttributes, sumFiles },
});
