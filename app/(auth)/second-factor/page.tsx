import { FactorPage } from "@/components/user/factor/factor-page";

export default function SecondFactor() {
  return <FactorPage />;
}
