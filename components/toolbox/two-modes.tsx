"use client";

import { SegmentedControl } from "@mantine/core";
import { useState, type ReactNode } from "react";
import styles from "./toolbox.module.css";

type Mode = { label: string; content: ReactNode };

/** Reading, at first, or making, with a switch above. */
export function TwoModes({ label, read, make }: { label: string; read: Mode; make: Mode }) {
  const [mode, setMode] = useState("read");
  return (
    <div className={styles["fields"]}>
      <div>
        <SegmentedControl
          aria-label={label}
          withItemsBorders={false}
          data={[
            { value: "read", label: read.label },
            { value: "make", label: make.label },
          ]}
          value={mode}
          onChange={setMode}
        />
      </div>
      {mode === "read" ? read.content : make.content}
    </div>
  );
}
