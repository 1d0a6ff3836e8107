import { z } from "zod";
import { endpoint } from "./endpoint";
import { empty } from "./fields";
import { proxyRules, proxySetting } from "./proxy-rules";
import { signedIn, stay } from "./signed-in";

/** Part of the user contract: signing in by what an authenticating proxy in front says. */
export const proxySignIn = {
  loginProxy: endpoint({
    method: "POST",
    path: "user/login/proxy",
    access: "public",
    token: false,
    summary: "Sign in as the user that the trusted proxy names. Sets the session cookie and returns the session token.",
    input: z.object({ stay }),
    output: signedIn,
  }),
  getProxySetting: endpoint({
    method: "GET",
    path: "setting/proxy",
    direct: true,
    access: "token_update",
    token: false,
    summary: "Get how a trusted proxy signs users in, and what it said with this request. Administrators only.",
    input: empty,
    output: proxySetting,
  }),
  setProxySetting: endpoint({
    method: "POST",
    path: "setting/proxy",
    access: "token_update",
    token: false,
    confirm: true,
    summary: "Change how a trusted proxy signs users in. Administrators only.",
    input: proxyRules,
    output: proxySetting,
  }),
};
