import { z } from "zod";
import { containerRights, containerRuleLimits, isContainerMatch } from "@/lib/shared/container-rules";

/** Of a role or a user: the containers that it opens, beside what permissions open. */
export const containerRules = z
  .array(
    z.object({
      match: z
        .string()
        .max(containerRuleLimits.match)
        .refine(isContainerMatch, { message: "must be a name with *, or project: and the name of a project" }),
      may: z.array(z.enum(containerRights)).max(containerRights.length),
    }),
  )
  .max(containerRuleLimits.most);

/** Where they are left out. */
export const noContainerRules = { containers: containerRules.default([]) };
