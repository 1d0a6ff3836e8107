import { describeStorage } from "@/lib/server/storage/conformance";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";

describeStorage("local storage", makeLocalFixture);
