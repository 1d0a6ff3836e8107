"use client";

import { Button, NativeSelect, NumberInput, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { TextBox } from "@/components/toolbox/text-box";
import { Banner } from "@/components/ui/banner";
import { Form } from "@/components/ui/form";
import { downloadText } from "@/lib/client/download-text";
import { daysRange, keyTypes, kindOfName, makeCertificate } from "./make-certificate";
import styles from "@/components/toolbox/toolbox.module.css";

const initial = { commonName: "", names: "", days: 365, keyType: keyTypes[0] ?? "ECDSA P-256" };

/** A self-signed certificate and its key. */
export function MakeCertificate() {
  const t = useTranslations("toolbox.certificate");
  const [fields, setFields] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const patch = (change: Partial<typeof initial>) => setFields((now) => ({ ...now, ...change }));
  const commonName = fields.commonName.trim();
  const altNames = fields.names.split(/[\s,]+/).filter((name) => name !== "");
  const make = useMutation({ mutationFn: makeCertificate });
  const wrongName = altNames.find((name) => kindOfName(name) === null);
  const isDays = fields.days >= daysRange.least && fields.days <= daysRange.most;
  const problems = {
    commonName: commonName === "" ? t("problems.commonName") : null,
    altNames: wrongName === undefined ? null : t("problems.altNames", { name: wrongName }),
    days: isDays ? null : t("problems.days", daysRange),
  };
  const shown = isChecked ? problems : { commonName: null, altNames: null, days: null };
  const submit = () => {
    setChecked(true);
    if (Object.values(problems).every((problem) => problem === null))
      make.mutate({ commonName, altNames, days: fields.days, keyType: fields.keyType });
  };
  if (!window.isSecureContext) return <Banner kind="info">{t("insecure")}</Banner>;
  return (
    <>
      <Form label={t("make")} onSubmit={submit}>
        <TextInput
          label={t("commonName")}
          description={t("commonNameHint")}
          maxLength={64}
          value={fields.commonName}
          error={shown.commonName}
          onChange={({ currentTarget }) => patch({ commonName: currentTarget.value })}
        />
        <Textarea
          label={t("altNames")}
          description={t("altNamesHint")}
          dir="ltr"
          rows={3}
          spellCheck={false}
          value={fields.names}
          error={shown.altNames}
          onChange={({ currentTarget }) => patch({ names: currentTarget.value })}
        />
        <div className={styles["pair"]}>
          <NumberInput
            label={t("validDays")}
            allowDecimal={false}
            clampBehavior="none"
            value={Number.isNaN(fields.days) ? "" : fields.days}
            error={shown.days}
            onChange={(value) => patch({ days: value === "" ? Number.NaN : Number(value) })}
          />
          <NativeSelect
            label={t("keyType")}
            value={fields.keyType}
            data={keyTypes}
            onChange={({ currentTarget }) =>
              patch({ keyType: keyTypes.find((type) => type === currentTarget.value) ?? fields.keyType })
            }
          />
        </div>
        <div>
          <Button type="submit" loading={make.isPending}>
            {t("confirm")}
          </Button>
        </div>
      </Form>
      {make.data === undefined ? null : <Made {...make.data} />}
    </>
  );
}

function Made({ certificate, privateKey }: { certificate: string; privateKey: string }) {
  const t = useTranslations("toolbox.certificate");
  const tAll = useTranslations("toolbox");
  const files = [
    { label: t("made"), text: certificate, name: "certificate.pem" },
    { label: t("privateKey"), text: privateKey, name: "key.pem" },
  ];
  return (
    <div className={styles["group"]}>
      <Banner kind="info">{t("privateKeyHint")}</Banner>
      <div className={styles["panes"]}>
        {files.map(({ label, text, name }) => (
          <div key={name} className={styles["group"]}>
            <TextBox label={label} isCode value={text} />
            <div>
              <Button
                variant="default"
                aria-label={`${tAll("download")}: ${label}`}
                onClick={() => downloadText(name, text)}
              >
                {tAll("download")}
              </Button>
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
