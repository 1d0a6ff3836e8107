/**
 * What stands for a value that a failure did not bring, as one of a task does not: without it the whole text would be unusable. All that
 * the texts of errors name.
 */
export const noParams = {
  algorithms: "",
  containers: "",
  count: "",
  encoding: "",
  expected: "",
  field: "",
  folder: "",
  got: "",
  grant: "",
  header: "",
  host: "",
  kind: "",
  limit: 0,
  max: 0,
  message: "",
  method: "",
  name: "",
  names: "",
  path: "",
  permission: "",
  port: "",
  problem: "",
  seconds: 0,
  text: "",
  username: "",
  version: "",
  volume: "",
};
