import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/call";

/** The own roots, as the navigation asks for them. */
export const placesQuery = queryOptions({
  queryKey: ["setting", "filesSetting"],
  queryFn: async ({ signal }) => (await api.setting.filesSetting({}, { signal })).dirs,
});
