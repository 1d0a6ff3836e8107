import type { ChartWay } from "@/components/metrics/chart/chart-part";
import type { View } from "@/components/metrics/view/frame";

export type CardProps = { view: View; way: ChartWay };
