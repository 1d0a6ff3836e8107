import type { Page } from "@playwright/test";

/** A phone's lock in the browser: makes and uses passkeys without asking anybody. */
export async function addVirtualAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () => (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    clear: () => cdp.send("WebAuthn.clearCredentials", { authenticatorId }),
    /** Whether it recognizes its user from now on. */
    setVerified: (isUserVerified: boolean) => cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

/** The same server by a name: browsers bind passkeys to names alone. */
export function byName(server: { url: string }): { url: string } {
  return { url: server.url.replace("127.0.0.1", "localhost") };
}
