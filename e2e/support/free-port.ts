/** The tests of the image find it here: they are run, and change, only with the image. */
export { freePort } from "@/lib/server/process/reserve-fixture";
