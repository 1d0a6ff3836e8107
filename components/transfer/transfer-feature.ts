import { feature } from "@/components/registry/feature";
import { TransferHost } from "./transfer-host";

export const transferFeature = feature({ id: "transfer", hosts: [TransferHost] });
