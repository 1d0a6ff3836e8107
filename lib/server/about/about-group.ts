import { aboutContract } from "@/lib/contracts/about";
import { group } from "@/lib/server/group/group";
import { health, sendOpenapi } from "./describe-server";

export const aboutGroup = group({
  name: "about",
  contract: aboutContract,
  json: { health },
  bytes: { openapi: sendOpenapi },
});
