import type { ComponentType } from "react";
import type { Machine } from "@/lib/contracts/metrics";
import type { AlertMetric } from "@/lib/shared/alerts";
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
  /** When it draws something that a table can stand for: always, of the past alone, or never. */
  chart: "always" | "past" | "never";
  /** What its chart marks: alerts about what it draws, or tells beside it. */
  alerts?: readonly AlertMetric[];
  /** Whether this machine has what it shows. */
  isThere: (known: Known) => boolean;
};

/** All cards, in the order of a dashboard that nobody has arranged. */
const definitions = {
  cpu: { Body: CpuCard, chart: "always", alerts: ["cpu", "load"], isThere: () => true },
  memory: {
    Body: MemoryCard,
    chart: "always",
    alerts: ["memory", "swap"],
    isThere: ({ machine }) => machine.memoryBytes !== null,
  },
  network: {
    Body: NetworkCard,
    chart: "always",
    alerts: ["received", "sent"],
    isThere: ({ machine }) => machine.networks.length > 0,
  },
  disks: {
    Body: DiskCard,
    chart: "always",
    alerts: ["diskBusy", "diskRead", "diskWritten"],
    isThere: ({ machine }) => machine.disks.length > 0,
  },
  fileSystems: {
    Body: FileSystemCard,
    chart: "past",
    alerts: ["space", "inodes"],
    isThere: ({ machine }) => machine.fileSystems.length > 0,
  },
  pressure: {
    Body: PressureCard,
    chart: "always",
    alerts: ["pressureCpu", "pressureMemory", "pressureIo"],
    isThere: ({ now }) => Object.keys(now).some((key) => key.startsWith("pressure/")),
  },
  processes: { Body: ProcessCard, chart: "never", isThere: ({ machine }) => machine.processes.length > 0 },
  temperatures: {
    Body: TemperatureCard,
    chart: "always",
    alerts: ["temperature"],
    isThere: ({ machine }) => machine.sensors.length > 0,
  },
  gpus: { Body: GpuCard, chart: "always", isThere: ({ machine }) => machine.gpus.length > 0 },
  logins: { Body: LoginCard, chart: "never", isThere: ({ machine }) => machine.logins !== null },
} as const satisfies Record<string, Definition>;

export type CardId = keyof typeof definitions;
export const cards: Readonly<Record<CardId, Definition>> = definitions;
export const cardIds = Object.keys(cards) as CardId[]; // keys of the literal above
