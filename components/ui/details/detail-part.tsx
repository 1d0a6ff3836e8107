"use client";

import { useState, type ReactNode } from "react";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./details.module.css";

type Props = { title: string; children: ReactNode; /** Closed until somebody wants it. */ isFolded?: boolean };

/** A part of what is told of a thing, below its title. */
export function DetailPart({ title, children, isFolded = false }: Props) {
  if (isFolded)
    return (
      <details className={styles["part"]}>
        <summary>
          <bdi>{title}</bdi>
        </summary>
        {children}
      </details>
    );
  return (
    <section className={styles["part"]}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** A folded part of which nothing is made, or asked for, before it is opened. */
export function LazyPart({ title, children }: Omit<Props, "isFolded">) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles["part"]} open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <bdi>{title}</bdi>
      </summary>
      {isOpen ? children : null}
    </details>
  );
}

/** Technical lines without a title of their own; they scroll by themselves. `label`: their accessible name. */
export function Lines({ label, lines, none }: { label: string; lines: readonly string[]; none: string }) {
  if (lines.length === 0) return <QuietText>{none}</QuietText>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, with keys as well
    <ul className={styles["lines"]} dir="ltr" tabIndex={0} aria-label={label}>
      {lines.map((line, index) => (
        <li key={index}>{shownName(line)}</li>
      ))}
    </ul>
  );
}

type LinesProps = { title: string; lines: readonly string[]; none: string; more?: ReactNode; isFolded?: boolean };

/** A list of technical lines; it scrolls by itself. */
export function DetailLines({ title, lines, none, more, isFolded = false }: LinesProps) {
  return (
    <DetailPart title={title} isFolded={isFolded}>
      <Lines label={title} lines={lines} none={none} />
      {more}
    </DetailPart>
  );
}

type TextProps = {
  label: string;
  text: string;
  /** As high as the window has room for: it is what is looked at. */ isTall?: boolean;
};

/** A technical text as it is, such as a file; it scrolls by itself. `label`: its accessible name. */
export function DetailText({ label, text, isTall = false }: TextProps) {
  const look = [styles["lines"], styles["text"], isTall ? styles["tall"] : ""].join(" ");
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, with keys as well
    <pre className={look} dir="ltr" tabIndex={0} aria-label={label}>
      {text}
    </pre>
  );
}

export function QuietText({ children }: { children: ReactNode }) {
  return <p className={styles["quiet"]}>{children}</p>;
}

/** What can be done with the thing. */
export function DetailButtons({ children }: { children: ReactNode }) {
  return <div className={styles["buttons"]}>{children}</div>;
}
