"use client";

import { IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef, type CSSProperties, type KeyboardEvent } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { useIsMobile } from "@/components/ui/use-media";
import type { TerminalInfo } from "@/lib/contracts/terminal";
import { shownName } from "@/lib/shared/shown-name";
import { Divider } from "./divider";
import { wishOfKey } from "./pane-keys";
import { idsIn, placePanes, withShare, type Panes, type PlacedDivider } from "./panes";
import { useEndTerminals } from "./terminal-tab";
import { setDock } from "./dock-store";
import { nameOf, setShare } from "./terminal-store";
import { TerminalView } from "./terminal-view";
import { useSplit } from "./use-split";
import styles from "./terminal.module.css";

const stepPixels = 24;

type Props = { panes: Panes; terminals: readonly TerminalInfo[]; active: TerminalInfo };

/** What a tab shows: a terminal, or several beside and below each other. */
export function PaneStage({ panes, terminals, active }: Props) {
  const t = useTranslations("terminal");
  const isMobile = useIsMobile();
  const end = useEndTerminals();
  const split = useSplit(active, terminals.length);
  const stage = useRef<HTMLDivElement>(null);
  const placed = placePanes(panes);
  const ids = idsIn(panes);
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const wish = isMobile ? null : wishOfKey(event);
    if (wish === null) return;
    event.preventDefault();
    // Before the terminal hears of it.
    event.stopPropagation();
    if ("split" in wish) split(wish.split);
    else setDock({ activeId: ids[(ids.indexOf(active.id) + wish.step + ids.length) % ids.length] ?? active.id });
  };
  const move = ({ path, way, width, height }: PlacedDivider, pixels: number, from: number) => {
    const whole = stage.current?.getBoundingClientRect();
    if (whole === undefined) return;
    const room = way === "right" ? whole.width * width : whole.height * height;
    setShare(withShare(panes, path, from / 100 + pixels / room));
  };
  return (
    <div className={styles["panes"]} role="presentation" ref={stage} onKeyDownCapture={onKeyDownCapture}>
      {placed.panes.map(({ id, ...box }) => {
        const terminal = terminals.find((one) => one.id === id);
        if (terminal === undefined) return null;
        return (
          <div
            key={id}
            className={styles["pane"]}
            role="presentation"
            data-resting={id !== active.id || undefined}
            style={styleOf(box)}
            onFocusCapture={() => id !== active.id && setDock({ activeId: id })}
          >
            <TerminalView terminal={terminal} isActive={id === active.id} />
            {ids.length === 1 ? null : (
              <IconButton
                className={styles["closePane"]}
                label={t(verbOf(terminal), { name: shownName(nameOf(terminal)) })}
                icon={<IconX size={14} />}
                onClick={() => void end([terminal])} // it shows its own failures
              />
            )}
          </div>
        );
      })}
      {placed.dividers.map((divider) => (
        <Divider
          key={divider.path}
          orientation={divider.way === "right" ? "vertical" : "horizontal"}
          label={t("resizePanes")}
          className={styles["between"]}
          style={lineOf(divider)}
          value={Math.round(divider.share * 100)}
          least={10}
          most={90}
          step={stepPixels}
          onMove={(pixels, from) => move(divider, pixels, from)}
          onReset={() => setShare(withShare(panes, divider.path, 0.5))}
        />
      ))}
    </div>
  );
}

function verbOf({ exit, owner }: TerminalInfo): "endNamed" | "closeNamed" {
  return exit === null && owner === null ? "endNamed" : "closeNamed";
}

const percent = (share: number) => `${share * 100}%`;

function styleOf({ x, y, width, height }: Omit<PlacedDivider, "path" | "way" | "share">): CSSProperties {
  return {
    insetInlineStart: percent(x),
    insetBlockStart: percent(y),
    inlineSize: percent(width),
    blockSize: percent(height),
  };
}

/** Half of its own width before the line. */
function lineOf({ x, y, width, height, way, share }: PlacedDivider): CSSProperties {
  if (way === "right")
    return {
      insetInlineStart: `calc(${percent(x + width * share)} - 4px)`,
      insetBlockStart: percent(y),
      blockSize: percent(height),
    };
  return {
    insetInlineStart: percent(x),
    insetBlockStart: `calc(${percent(y + height * share)} - 4px)`,
    inlineSize: percent(width),
  };
}
