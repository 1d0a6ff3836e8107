"use client";

import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { Banner } from "@/components/ui/banner";
import { CopyLine } from "@/components/ui/copy-line";
import { Facts } from "@/components/ui/details/facts";
import { queryOf } from "@/lib/client/query-of";
import { allRoutes } from "@/lib/client/all-routes";
import type { ServerState } from "@/lib/contracts/about";
import { certificateDays } from "@/lib/shared/programs";
import { exampleFor, httpsWays, type HttpsWay } from "./https-examples";
import styles from "./about.module.css";

const dayMs = 86_400_000;

/** How this page is reached, what does not work without TLS, and how to get it. Nothing of it is set here: the environment says it. */
export default function HttpsSettings() {
  const t = useTranslations("about.https");
  const state = useQuery(queryOf(allRoutes.about.getState, {}));
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={state} rows={4}>
        {({ connection, now }) => (
          <>
            <Reached connection={connection} now={now} />
            <Example connection={connection} />
          </>
        )}
      </QueryState>
    </Section>
  );
}

type Connection = { connection: ServerState["connection"] };

function Reached({
  connection: { way, certificate, trusted_proxies, public_url, address },
  now,
}: Connection & { now: number }) {
  const t = useTranslations("about.https");
  const format = useFormatter();
  // The proxy's TLS, of which the server knows nothing.
  const isUnknown = way === "plain" && location.protocol === "https:";
  const leftMs = certificate === null ? null : certificate.expires_at - now;
  return (
    <>
      {isUnknown ? (
        <Banner kind="warning">{t("unknown")}</Banner>
      ) : window.isSecureContext ? null : (
        <Banner kind="error">{t("insecure")}</Banner>
      )}
      {leftMs === null || leftMs > certificateDays * dayMs ? null : <Banner kind="error">{t("expires")}</Banner>}
      <Facts
        facts={[
          { label: t("reached"), value: t(`ways.${way}`) },
          ...(certificate === null
            ? []
            : [
                { label: t("names"), value: certificate.names.join(", "), isCode: true },
                {
                  label: t("issuer"),
                  value: certificate.is_self_signed ? t("selfSigned") : certificate.issuer,
                },
                { label: t("until"), value: format.dateTime(certificate.expires_at, { dateStyle: "medium" }) },
              ]),
          { label: t("proxies"), value: trusted_proxies.length === 0 ? t("none") : trusted_proxies.join(", ") },
          { label: t("publicUrl"), value: public_url ?? t("fromRequest") },
          { label: t("seen"), value: address, isCode: true },
        ]}
      />
    </>
  );
}

function Example({ connection: { way, port } }: Connection) {
  const t = useTranslations("about.https");
  const tUi = useTranslations("ui");
  const [chosen, setChosen] = useState<HttpsWay>(way === "own" ? "own" : "caddy");
  const { environment, configuration } = exampleFor(chosen, port);
  const texts = { copy: tUi("copy"), copied: tUi("copied") };
  return (
    <div className={styles["example"]}>
      <h3 className={styles["heading"]}>{t("get")}</h3>
      <SegmentedControl
        aria-label={t("get")}
        withItemsBorders={false}
        data={httpsWays.map((one) => ({
          value: one,
          label: one === "own" ? t("own") : { caddy: "Caddy", nginx: "nginx", traefik: "Traefik" }[one],
        }))}
        value={chosen}
        onChange={(next) => setChosen(httpsWays.find((one) => one === next) ?? "caddy")}
      />
      <CopyLine caption={t("environment")} value={environment} texts={texts} />
      {configuration === null ? (
        <p className={styles["for"]}>{t("ownHint")}</p>
      ) : (
        <CopyLine caption={t("configuration")} value={configuration} texts={texts} />
      )}
    </div>
  );
}
