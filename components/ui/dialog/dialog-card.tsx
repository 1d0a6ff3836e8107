"use client";

import { Modal } from "@mantine/core";
import { useEffect, useState, type ReactNode } from "react";
import { DialogProblem } from "@/components/ui/problem/dialog-problem";
import { useKitTexts } from "@/components/ui/kit-texts";
import { useIsMobile } from "@/components/ui/use-media";
import { useTrappedFocus } from "@/components/ui/use-trapped-focus";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./dialog.module.css";

type Props = {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** Buttons, the confirming one last. */
  footer?: ReactNode;
  size?: number | string;
  /** All of the window on phones: for what needs the room. */
  fillsPhone?: boolean;
  /** A long form: once something is filled in, its buttons alone close it. */
  keepsInput?: boolean;
  /** A click beside it or Escape does not close it: what it shows is not to be seen again. */
  isKept?: boolean;
};

/**
 * The frame of every dialog: mounted means open. Traps the focus and gives it back to where it was. Load the dialogs that
 * use it on demand; this brings Mantine's Modal.
 */
export function DialogCard({
  title,
  onClose,
  children,
  footer,
  size = 440,
  fillsPhone = false,
  keepsInput = false,
  isKept = false,
}: Props) {
  const isMobile = useIsMobile();
  const texts = useKitTexts();
  const trap = useTrappedFocus();
  const [isFilled, setFilled] = useState(false);
  const staysOpen = isKept || (keepsInput && isFilled);
  const [opener] = useState(() => document.activeElement);
  // Mantine gives the focus back at the end of its closing phase, which a dialog that is taken away at once never reaches.
  useEffect(
    () => () => {
      // What the answer opened may have the focus already.
      const isNowhere = document.activeElement === null || document.activeElement === document.body;
      if (isNowhere && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={size}
      closeOnClickOutside={!staysOpen}
      closeOnEscape={!staysOpen}
      fullScreen={fillsPhone && isMobile}
      zIndex={200}
      classNames={{ title: styles["title"] ?? "", body: styles["body"] ?? "", content: styles["content"] ?? "" }}
      trapFocus={false}
      returnFocus={false}
    >
      <Modal.Overlay />
      <Modal.Content ref={trap} onInput={() => setFilled(true)}>
        {/* A <header> that is not the page's. */}
        <Modal.Header role="presentation">
          <Modal.Title>{typeof title === "string" ? shownName(title) : title}</Modal.Title>
          <Modal.CloseButton aria-label={texts.close} />
        </Modal.Header>
        <Modal.Body>
          {children}
          {footer === undefined ? null : <div data-dialog-footer>{footer}</div>}
          <DialogProblem />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
