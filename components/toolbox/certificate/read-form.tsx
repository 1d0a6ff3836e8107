"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { pickFiles } from "@/components/domain/transfer/pick-files";
import { TextBox } from "@/components/toolbox/text-box";
import { CertificateFacts } from "./certificate-facts";
import { readCertificates, type Certificate } from "./read-certificates";

/** Longer files are no certificates. */
const maxBytes = 1024 * 1024;

export function ReadCertificate() {
  const t = useTranslations("toolbox.certificate");
  const tAll = useTranslations("toolbox");
  const [source, setSource] = useState<{ text: string; bytes: Uint8Array<ArrayBuffer> } | null>(null);
  const [found, setFound] = useState<Certificate[] | null | "reading">("reading");
  useEffect(() => {
    if (source === null) return undefined;
    let isCurrent = true;
    void readCertificates(source.bytes).then((all) => {
      if (isCurrent) setFound(all);
    }); // null stands for failures
    return () => {
      isCurrent = false;
    };
  }, [source]);
  const write = (text: string) =>
    setSource(text.trim() === "" ? null : { text, bytes: new TextEncoder().encode(text) });
  const choose = async () => {
    const [file] = (await pickFiles({ folders: false })) ?? [];
    if (file === undefined || file.size > maxBytes) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    setSource({ text: text.includes("-----BEGIN") ? text : "", bytes });
  };
  const isWrong = source !== null && found === null;
  return (
    <>
      <TextBox
        label={t("text")}
        description={t("dropHint")}
        placeholder="-----BEGIN CERTIFICATE-----"
        isCode
        value={source?.text ?? ""}
        error={isWrong ? t("invalid") : null}
        onChange={write}
      />
      <div>
        <Button variant="default" onClick={() => void choose()} /* a file that is gone stays unchosen */>
          {tAll("chooseFile")}
        </Button>
      </div>
      {source === null || found === null || found === "reading"
        ? null
        : found.map((certificate, index) => (
            <CertificateFacts
              key={certificate.fingerprints["SHA-256"]}
              certificate={certificate}
              number={found.length > 1 ? index + 1 : null}
            />
          ))}
    </>
  );
}
