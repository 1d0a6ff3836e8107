export const registriesKey = ["docker", "registries"] as const;
