import { api } from "@/lib/client/call";
import { repeatOf } from "@/lib/client/task/repeat-task";
import { propertiesContract } from "@/lib/contracts/properties";

export const checksumAgain = repeatOf(propertiesContract.sumFiles, api.properties.sumFiles);
export const attributesAgain = repeatOf(propertiesContract.setAttributes, api.properties.setAttributes);
