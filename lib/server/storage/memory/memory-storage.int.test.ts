import { describeStorage } from "@/lib/server/storage/conformance";
import { makeMemoryFixture } from "./memory-fixture";

describeStorage("memory", makeMemoryFixture, []);
