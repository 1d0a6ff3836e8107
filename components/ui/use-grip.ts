"use client";

import { useState, type DragEvent, type KeyboardEvent } from "react";

type Options = {
  /** A media type of its own for each kind of thing: others are not taken. */
  dragType: `application/x-filedeck-${string}`;
  id: string;
  /** One place earlier or later, by the arrow keys on the grip. */
  onStep: (by: -1 | 1) => void;
  /** Another of the kind was dropped on this one. */
  onTake: (other: string) => void;
};

/** What is moved by its grip, with the pointer or the arrow keys: the attributes of the thing and of its grip. */
export function useGrip({ dragType, id, onStep, onTake }: Options) {
  const [isOver, setOver] = useState(false);
  const accepts = (event: DragEvent) => event.dataTransfer.types.includes(dragType);
  return {
    target: {
      "data-over": isOver || undefined,
      onDragOver: (event: DragEvent) => {
        if (!accepts(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!accepts(event)) return;
        event.preventDefault();
        onTake(event.dataTransfer.getData(dragType));
      },
    },
    grip: {
      "data-grip": id,
      draggable: true,
      onKeyDown: (event: KeyboardEvent) => {
        if (!event.key.startsWith("Arrow")) return;
        event.preventDefault();
        const isRtl = document.documentElement.dir === "rtl";
        onStep(event.key === "ArrowUp" || event.key === (isRtl ? "ArrowRight" : "ArrowLeft") ? -1 : 1);
      },
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.setData(dragType, id);
        event.dataTransfer.effectAllowed = "move";
      },
    },
  };
}
