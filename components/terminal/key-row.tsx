"use client";

import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp, IconClipboardText } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useState, type ReactNode } from "react";
import type { Modifier, OpenScreen } from "./open-screen";
import styles from "./terminal.module.css";

const plain: readonly (readonly [string, string])[] = [
  ["Esc", "\u001b"],
  ["Tab", "\t"],
  ["Ctrl+C", "\u0003"],
];
const signs = ["/", "-", "|", "~"] as const;
const modifiers: readonly (readonly [string, Modifier])[] = [
  ["Ctrl", "ctrl"],
  ["Alt", "alt"],
];

/** The keys that a phone's keyboard lacks. Ctrl and Alt hold for the next key. */
export function KeyRow({ screen }: { screen: OpenScreen }) {
  const t = useTranslations("terminal.keys");
  const [held, setHeld] = useState<Modifier | null>(null);
  useEffect(() => screen.onModifierUsed(() => setHeld(null)), [screen]);
  const hold = (modifier: Modifier) => {
    const next = held === modifier ? null : modifier;
    screen.setModifier(next);
    setHeld(next);
    screen.focus();
  };
  const key = (label: string, content: ReactNode, text: string) => (
    <Key key={label} label={label} onPress={() => screen.type(text)}>
      {content}
    </Key>
  );
  return (
    <div className={styles["keys"]} role="toolbar" aria-label={t("label")}>
      {plain.map(([name, text]) => key(name, name, text))}
      {modifiers.map(([name, modifier]) => (
        <Key key={name} label={name} isHeld={held === modifier} onPress={() => hold(modifier)}>
          {name}
        </Key>
      ))}
      {screen.paste === null ? null : (
        <Key label={t("paste")} onPress={screen.paste}>
          <IconClipboardText size={16} />
        </Key>
      )}
      {key(t("left"), <IconArrowLeft size={16} />, "\u001b[D")}
      {key(t("up"), <IconArrowUp size={16} />, "\u001b[A")}
      {key(t("down"), <IconArrowDown size={16} />, "\u001b[B")}
      {key(t("right"), <IconArrowRight size={16} />, "\u001b[C")}
      {signs.map((sign) => key(sign, sign, sign))}
    </div>
  );
}

type KeyProps = { label: string; isHeld?: boolean; onPress: () => void; children: ReactNode };

/** Takes no focus: the keyboard stays. */
function Key({ label, isHeld, onPress, children }: KeyProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isHeld}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
