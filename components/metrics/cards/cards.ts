import type { ComponentType } from "react";
import type { Machine } from "@/lib/contracts/metrics";
import type { CardProps } from "./card-props";
import { CpuCard } from "./cpu-card";
import { DiskCard } from "./disk-card";
import { FileSystemCard } from "./file-system-card";
import { GpuCard } from "./gpu-card";
import { LoginCard } from "./login-card";
import { MemoryCard } from "./memory-card";
import { NetworkCard } from "./network-card";
import { PressureCard } from "./pressure-card";
import { ProcessCard } from "./process-card";
import { TemperatureCard } from "./temperature-card";

type Known = { machine: Machine; now: Readonly<Record<string, number>> };

type Definition = {
  Body: ComponentType<CardProps>;
  /** It has a table that can stand for its chart. */
  hasChart: boolean;
  /** Whether this machine has what it shows. */
  isThere: (known: Known) => boolean;
};

/** All cards, in the order of a dashboard that nobody has arranged. */
export const cards = {
  cpu: { Body: CpuCard, hasChart: true, isThere: () => true },
  memory: { Body: MemoryCard, hasChart: true, isThere: ({ machine }) => machine.memoryBytes !== null },
  network: { Body: NetworkCard, hasChart: true, isThere: ({ machine }) => machine.networks.length > 0 },
  disks: { Body: DiskCard, hasChart: true, isThere: ({ machine }) => machine.disks.length > 0 },
  fileSystems: { Body: FileSystemCard, hasChart: true, isThere: ({ machine }) => machine.fileSystems.length > 0 },
  pressure: {
    Body: PressureCard,
    hasChart: true,
    isThere: ({ now }) => Object.keys(now).some((key) => key.startsWith("pressure/")),
  },
  processes: { Body: ProcessCard, hasChart: false, isThere: ({ machine }) => machine.processes.length > 0 },
  temperatures: { Body: TemperatureCard, hasChart: true, isThere: ({ machine }) => machine.sensors.length > 0 },
  gpus: { Body: GpuCard, hasChart: true, isThere: ({ machine }) => machine.gpus.length > 0 },
  logins: { Body: LoginCard, hasChart: false, isThere: ({ machine }) => machine.logins !== null },
} as const satisfies Record<string, Definition>;

export type CardId = keyof typeof cards;
export const cardIds = Object.keys(cards) as CardId[]; // keys of the literal above
