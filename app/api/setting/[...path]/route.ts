import { settingContract } from "@/lib/contracts/setting";
import { serve } from "@/lib/server/http/serve";
import { getProtectedPaths, setProtectedPaths } from "@/lib/server/setting/protected-paths";

export const { GET, POST, PUT, DELETE } = serve(settingContract, {
  getProtectedPaths,
  setProtectedPaths,
});
