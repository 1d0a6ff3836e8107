"use client";

import NotFoundPage from "@/components/layout/not-found-page";
import { ConsoleFrame } from "./(console)/console-frame";

export default function NotFoundInConsole() {
  return (
    <ConsoleFrame>
      <NotFoundPage />
    </ConsoleFrame>
  );
}
