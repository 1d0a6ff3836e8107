/** Of the query for the keys of hosts that the user trusts. */
export const hostKeysKey = ["ssh", "hostKeys"] as const;
