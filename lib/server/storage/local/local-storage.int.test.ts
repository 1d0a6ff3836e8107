import { describeStorage } from "@/lib/server/storage/conformance";
import { makeLocalFixture } from "./local-fixture";

describeStorage("local storage", makeLocalFixture);
