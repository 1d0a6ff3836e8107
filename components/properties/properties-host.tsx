"use client";

import { lazy, Suspense } from "react";
import { useStore } from "@/components/ui/use-store";
import { propertiesRequest } from "./properties-store";

const PropertiesDialog = lazy(() => import("./properties-dialog"));

/** The properties of an entry, wherever they were asked for. */
export function PropertiesHost() {
  const request = useStore(propertiesRequest);
  if (request === null) return null;
  return (
    <Suspense>
      <PropertiesDialog key={request.path} path={request.path} onClose={() => propertiesRequest.set(null)} />
    </Suspense>
  );
}
