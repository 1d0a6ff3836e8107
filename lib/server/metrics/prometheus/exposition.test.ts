import { expect, test } from "vitest";
import { createExposition } from "./exposition";

test("writes the format of Prometheus: help and type once, labels escaped, nothing for what is not known", () => {
  const out = createExposition();
  out.add("node_load1", "gauge", "1m load average.", [{ value: 0.25 }]);
  out.add("node_filesystem_size_bytes", "gauge", "Size.", [
    { labels: { mountpoint: '/mnt/"a\\b"\nc', device: "/dev/sda1" }, value: 1e15 },
    { labels: { mountpoint: "/gone" }, value: undefined },
  ]);
  out.add("node_hwmon_temp_celsius", "gauge", "Temperature.", [{ value: null }, { value: Number.NaN }]);
  expect(out.text()).toBe(`# HELP node_load1 1m load average.
# TYPE node_load1 gauge
node_load1 0.25
# HELP node_filesystem_size_bytes Size.
# TYPE node_filesystem_size_bytes gauge
node_filesystem_size_bytes{mountpoint="/mnt/\\"a\\\\b\\"\\nc",device="/dev/sda1"} 1000000000000000
`);
});
