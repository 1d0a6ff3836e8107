"use client";

import { Button, Switch, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form } from "@/components/ui/form";
import { IconButton } from "@/components/ui/icon-button";
import { showToast } from "@/components/ui/toast/toast-store";
import { useStore } from "@/components/ui/use-store";
import { api } from "@/lib/client/call";
import type { TerminalGuest } from "@/lib/contracts/terminal";
import { maxTerminalGuests } from "@/lib/shared/terminals";
import { terminalStore } from "./terminal-store";
import styles from "./dialogs.module.css";

/** Who sees one of the user's terminals, and who types into it. Each change counts at once. */
export default function ShareDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations("terminal.share");
  const errorText = useErrorText();
  const guests = useStore(terminalStore)?.find((terminal) => terminal.id === id)?.guests ?? [];
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (next: readonly TerminalGuest[]): Promise<unknown> => {
    try {
      await api.terminal.shareTerminal({ id, guests: [...next] });
      return null;
    } catch (error) {
      return error;
    }
  };
  const change = (next: readonly TerminalGuest[]) => {
    void save(next).then((error) => error !== null && showToast({ kind: "error", message: errorText(error) })); // never rejects
  };
  const add = async () => {
    const username = name.trim();
    if (username === "") return;
    const others = guests.filter((guest) => guest.username !== username);
    const error = await save([...others, { username, mayType: false }]);
    setProblem(error === null ? null : errorText(error));
    if (error === null) setName("");
  };
  const isFull = guests.length >= maxTerminalGuests;
  return (
    <DialogCard title={t("title")} onClose={onClose} size={520}>
      <div className={styles["parts"]}>
        <p className={styles["hint"]}>{t("hint")}</p>
        {guests.length === 0 ? null : (
          <ul className={styles["guests"]} aria-label={t("guests")}>
            {guests.map((guest) => (
              <li key={guest.username}>
                <bdi>{guest.username}</bdi>
                <Switch
                  label={t("mayType")}
                  checked={guest.mayType}
                  onChange={({ currentTarget: { checked } }) =>
                    change(guests.map((one) => (one === guest ? { ...one, mayType: checked } : one)))
                  }
                />
                <IconButton
                  label={t("remove", { name: guest.username })}
                  icon={<IconX size={16} />}
                  onClick={() => change(guests.filter((one) => one !== guest))}
                />
              </li>
            ))}
          </ul>
        )}
        <Form label={t("add")} onSubmit={() => void add()}>
          <div className={styles["add"]}>
            <TextInput
              label={t("username")}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={name}
              error={problem}
              disabled={isFull}
              data-autofocus
              onChange={({ currentTarget }) => {
                setName(currentTarget.value);
                setProblem(null);
              }}
            />
            <Button type="submit" disabled={isFull || name.trim() === ""}>
              {t("add")}
            </Button>
          </div>
        </Form>
        <p className={styles["hint"]}>{t("warning")}</p>
      </div>
    </DialogCard>
  );
}
