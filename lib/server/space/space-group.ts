import { spaceContract } from "@/lib/contracts/space";
import { group } from "@/lib/server/group/group";
import { mapSpace } from "./map-space";

export const spaceGroup = group({ name: "space", contract: spaceContract, bytes: { mapSpace } });
