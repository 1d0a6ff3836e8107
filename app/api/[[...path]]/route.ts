import { serve } from "@/lib/server/http/serve";

/** What no group serves is answered in the API's form, not as a page. */
export const { GET, POST, PUT, DELETE } = serve({}, {});
