import { IconShieldLock, IconUsers } from "@tabler/icons-react";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";
import { pages } from "@/lib/client/urls";

export const userFeature = feature({
  id: "user",
  messages: ["auth", "containerRule", "factor", "invite", "permissionAreas", "role", "user"],
  pages: [
    page({ path: "users", permission: "user_manage", load: () => import("./users/users-page") }),
    page({ path: "users/sessions", permission: "user_manage", load: () => import("./sessions/sessions-page") }),
    page({
      path: "users/invitations",
      permission: "user_manage",
      load: () => import("./invitation/invitations-page"),
    }),
    page({ path: "users/roles", permission: "role_manage", load: () => import("./role/roles-page") }),
    page({ path: "account", load: () => import("./account/account-page") }),
  ],
  settingSections: [
    {
      id: "signIn",
      order: 5,
      permission: "token_update",
      words: "user.rules",
      settings: ["signIn"],
      terms: ["2fa", "mfa", "totp", "otp", "session", "timeout", "login", "webauthn"],
      Screen: lazyPart(() => import("./rules/sign-in-setting")),
    },
    {
      id: "proxy",
      order: 7,
      permission: "token_update",
      words: "user.proxy",
      settings: ["proxy"],
      terms: ["cors", "sso", "forward auth", "x-forwarded", "remote-user"],
      rootOnly: true,
      Screen: lazyPart(() => import("./proxy/proxy-setting")),
    },
    {
      id: "hook",
      order: 8,
      permission: "code_auth",
      words: "user.hook",
      settings: ["signInHook"],
      terms: ["webhook", "login", "veto", "geoip", "api"],
      Screen: lazyPart(() => import("./hook/hook-setting")),
    },
    {
      id: "oidc",
      order: 6,
      permission: "token_update",
      words: "user.oidc",
      settings: ["oidc"],
      terms: ["sso", "oauth", "oauth2", "oidc", "login"],
      rootOnly: true,
      Screen: lazyPart(() => import("./oidc/oidc-setting")),
    },
  ],
  settingPlaces: [
    {
      id: "preferences",
      words: "account.preferences",
      terms: ["dark mode", "light mode", "theme", "language", "locale", "rtl"],
      href: pages.account(),
      page: "account.title",
      isShown: () => true,
    },
    {
      id: "password",
      words: "account.password",
      terms: ["password"],
      href: pages.account(),
      page: "account.title",
      isShown: (can) => can("update_password"),
    },
    {
      id: "factor",
      words: "factor",
      terms: ["2fa", "mfa", "totp", "otp", "passkey", "webauthn", "yubikey"],
      href: pages.account(),
      page: "account.title",
      isShown: () => true,
    },
    {
      id: "tokens",
      words: "account.tokens",
      terms: ["api", "token", "api key"],
      href: pages.account(),
      page: "account.title",
      isShown: (can) => can("api_token"),
    },
    {
      id: "quota",
      words: "user.quota",
      terms: ["quota", "limit"],
      href: pages.roles(),
      page: "role.title",
      isShown: (can) => can("role_manage"),
    },
    {
      id: "invitations",
      words: "user.invitations",
      terms: ["invite", "invitation", "sign up", "registration", "new user"],
      href: pages.invitations(),
      page: "user.title",
      isShown: (can) => can("user_manage"),
    },
  ],
  nav: [
    {
      label: "users",
      href: pages.users(),
      icon: IconUsers,
      group: "administration",
      order: 10,
      isShown: (can) => can("user_manage"),
    },
    {
      label: "roles",
      href: pages.roles(),
      icon: IconShieldLock,
      group: "administration",
      order: 20,
      isShown: (can) => can("role_manage"),
    },
  ],
});
