"use client";

import { Loader } from "@mantine/core";
import { IconCheck, IconShieldCheck } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { api } from "@/lib/client/call";
import { solveProof } from "@/lib/client/proof/solve-proof";
import styles from "./sign-in.module.css";

type Props = { username: string; onProof: (proof: string) => void };

/** Where other sites show a puzzle: the browser does some work, and the next try need not wait. Nobody else is asked. */
export function ProofBox({ username, onProof }: Props) {
  const t = useTranslations("auth.proof");
  const [share, setShare] = useState(0);
  const stopping = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    stopping.current = controller;
    return () => controller.abort();
  }, []);
  const solve = useMutation({
    mutationFn: async () => {
      const { signal } = stopping.current;
      const request = await api.user.challenge({ username }, { signal });
      // Luck decides how long it takes: the bar nears its end and reaches it when it is over.
      return solveProof(request, { signal, onTried: (tried) => setShare(1 - Math.exp(-tried / request.difficulty)) });
    },
    meta: { errorOwner: "form" },
    onSuccess: onProof,
  });
  const state = solve.isPending ? "working" : solve.isSuccess ? "done" : solve.isError ? "failed" : "idle";
  return (
    <div className={styles["proof"]} data-state={state}>
      <button
        type="button"
        className={styles["proofButton"]}
        aria-disabled={state === "working" || state === "done"}
        onClick={() => {
          if (state === "idle" || state === "failed") solve.mutate();
        }}
      >
        <span className={styles["proofMark"]} aria-hidden>
          {state === "working" ? <Loader size={18} /> : null}
          {state === "done" ? <IconCheck size={18} stroke={3} /> : null}
        </span>
        <span>{t("label")}</span>
        <IconShieldCheck size={22} className={styles["proofSign"]} aria-hidden />
      </button>
      <progress className={styles["proofBar"]} aria-label={t("label")} value={share} hidden={state !== "working"} />
      <output className={styles["proofHint"]}>{t(state)}</output>
    </div>
  );
}
