const kib = 1024;
const mib = 1024 * kib;

/**
 * What is kept of the entries of a share: names, paths and where those lead, for two hundred of usual length. `listed`: what a list gives of each share, two thousand
 * in one answer. `rowsTogether`: so many are read at a time. `looks`: so many entries are looked for on their disks for one list; the rest is shown as noted.
 */
export const shareLimits = {
  bytesEach: 128 * kib,
  perOwnerBytes: 8 * mib,
  listed: { items: 20, bytes: kib },
  rowsTogether: 20,
  looks: 2_000,
} as const;
