"use client";

import { useEffect } from "react";
import { createStore } from "@/lib/shared/store";
import { shownName } from "@/lib/shared/shown-name";
import { useLook } from "./look";

/** As the page calls itself, for its tab in the window. */
export const pageTitle = createStore("");

/** The browser's title for the page; React moves it into the head, in the language of the moment. */
export function PageTitle({ title }: { title: string }) {
  const { name } = useLook();
  useEffect(() => pageTitle.set(title), [title]);
  return <title>{`${shownName(title)} · ${name}`}</title>;
}
