import { userContract } from "@/lib/contracts/user";
import { group } from "@/lib/server/group/group";
import { settingServices } from "@/lib/server/group/define-setting";
import { setUserHeader } from "@/lib/server/session/proxy-name";
import { setReachJudge } from "@/lib/server/session/role-reach";
import { setSignInRules } from "@/lib/server/session/sign-in-rules";
import { beginTotp, getSecondFactor, makeRecoveryCodes, removeTotp, saveTotp } from "./factor/own-factors";
import { removeSecondFactor } from "./factor/remove-second-factor";
import { signInSecond } from "./factor/sign-in-second";
import { getRoleBelongings, getUserBelongings } from "./count-belongings";
import { endIdleSessions, endUserSession, endUserSessions, listAllSessions } from "./all-sessions";
import { getHookSetting, hookSetting, setHookSetting, testHook } from "./hook/hook-setting";
import { acceptInvitation, openInvitation } from "./invitation/accept-invitation";
import { createInvitation, listInvitations, revokeInvitation } from "./invitation/manage-invitations";
import { explainAccess, getRights } from "./explain-rights";
import { findMissingFolders, listFolders } from "./list-folders";
import { judgeRoleReach } from "./judge-role-reach";
import { createRole, deleteRole, listRoles, updateRole } from "./manage-roles";
import { createUser, deleteUser, listUsers, resetPassword, updateUser } from "./manage-users";
import { beginPasskey, removePasskey, renamePasskey, savePasskey } from "./passkey/own-passkeys";
import { beginPasskeyLogin, loginPasskey } from "./passkey/sign-in-passkey";
import { oidcSetting, getOidcSetting, setOidcSetting } from "./oidc/oidc-setting";
import { linkIdentity, listIdentities, unlinkIdentity } from "./oidc/own-identities";
import { beginOidcLink, beginOidcLogin } from "./oidc/send-to-provider";
import { loginOidc } from "./oidc/sign-in-oidc";
import { normalizeUsernames } from "./normalize-usernames";
import { getQuota } from "./own-quota";
import { changePassword, confirm } from "./password";
import { getProxySetting, proxySetting, setProxySetting } from "./proxy/proxy-setting";
import { loginProxy } from "./proxy/sign-in-proxy";
import { listSessions, noteOwnActivity, revokeSession } from "./sessions";
import { getSetup, setUp } from "./set-up";
import { challenge, signIn, signOut } from "./sign-in";
import { signInSetting } from "./sign-in-setting";
import { createToken, listTokens, revokeToken } from "./tokens";
import { getUserInfo, updateUserInfo } from "./user-info";
import { stopViewing, viewAs } from "./view-as";

export const userGroup = group({
  name: "user",
  contract: userContract,
  json: {
    getSetup: { inTurn: true, service: getSetup },
    setup: { inTurn: true, service: setUp },
    challenge: { inTurn: true, service: challenge },
    login: { inTurn: true, service: signIn },
    loginSecond: { inTurn: true, service: signInSecond },
    beginPasskeyLogin: { inTurn: true, service: beginPasskeyLogin },
    loginPasskey: { inTurn: true, service: loginPasskey },
    // Not in turn: a provider that is slow would keep others from their passwords. What they may ask of it at once is bounded for itself.
    beginOidcLogin,
    loginOidc,
    loginProxy: { inTurn: true, service: loginProxy },
    openInvitation: { inTurn: true, service: openInvitation },
    acceptInvitation: { inTurn: true, service: acceptInvitation },
    listInvitations,
    createInvitation,
    revokeInvitation,
    logout: signOut,
    getSecondFactor,
    beginTotp,
    saveTotp,
    removeTotp,
    makeRecoveryCodes,
    beginPasskey,
    savePasskey,
    renamePasskey,
    removePasskey,
    removeSecondFactor,
    listIdentities,
    beginOidcLink,
    linkIdentity,
    unlinkIdentity,
    getOidcSetting,
    setOidcSetting,
    getProxySetting,
    setProxySetting,
    getHookSetting,
    setHookSetting,
    testHook,
    ...settingServices("SignIn", signInSetting),
    getUserInfo,
    updateUserInfo,
    getQuota,
    changePassword,
    confirm,
    listSessions,
    revokeSession,
    noteActive: noteOwnActivity,
    listAllSessions,
    endUserSession,
    endUserSessions,
    listTokens,
    createToken,
    revokeToken,
    listUsers,
    createUser,
    updateUser,
    resetPassword,
    deleteUser,
    getUserBelongings,
    getRights,
    explainAccess,
    viewAs,
    stopViewing,
    listFolders,
    findMissingFolders,
    listRoles,
    createRole,
    updateRole,
    deleteRole,
    getRoleBelongings,
  },
  settings: [signInSetting, oidcSetting, proxySetting, hookSetting],
  schedules: [{ everyMs: 60_000, failed: "idle sessions could not be ended", run: endIdleSessions }],
  onStart: async ({ db, env, log }) => {
    setSignInRules(signInSetting.get);
    setReachJudge(judgeRoleReach);
    setUserHeader(() => (proxySetting.get().enabled ? proxySetting.get().user_header.toLowerCase() : null));
    if (proxySetting.get().enabled && env.proxySecret === null)
      log.warn("nobody can sign in through the proxy: set FILEDECK_PROXY_SECRET and have the proxy send it");
    await normalizeUsernames({ db, log });
  },
});
