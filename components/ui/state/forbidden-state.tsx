"use client";

import { IconLock } from "@tabler/icons-react";
import { useKitTexts } from "@/components/ui/kit-texts";
import { StateCard } from "./state-card";

/** Not allowed: which permission is missing, by its name in words, and who can grant it. */
export function ForbiddenState({ permission }: { permission: string }) {
  const texts = useKitTexts();
  return (
    <StateCard
      icon={<IconLock size={22} />}
      title={texts.forbiddenTitle}
      hint={
        <>
          <strong>{permission}</strong>
          <br />
          {texts.forbiddenHint}
        </>
      }
    />
  );
}
