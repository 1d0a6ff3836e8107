import { queryOptions } from "@tanstack/react-query";
import { queryOf } from "@/lib/client/query-of";
import { routes } from "@/lib/client/routes";

const answer = queryOf(routes.setting.filesSetting, {});

/** The places that the user may see. */
export const placesQuery = queryOptions({ ...answer, select: ({ dirs }) => dirs });

/** Of their query, for whoever has changed them. */
export const placesKey = answer.queryKey;
