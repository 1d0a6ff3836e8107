// Archives that are to be damaged, and small ones that grow.
import { gunzipSync } from "node:zlib";
import { forgeRar4, forgeRar5, samples } from "./archive-samples";

const bytes = (base64: string) => Buffer.from(base64, "base64");

/** 4,000,000 zeros each. */
export const growing = {
  "zeros.bz2": bytes("QlpoOTFBWSZTWf5U2/MAHqNEAMAAEAAACCAAMMwJqmmipIbUKkh4u5IpwoSH8qbfmA=="),
  "zeros.xz": bytes(
    "/Td6WFoAAATm1rRGAgAhARwAAAAQz1jM//8RAWxdAABv/f//o7f/Rz5IFXI5YVG4kijmo4YH+e7kHoLTL8U6PAFLsX7JiopNL6MN2X+m44wjEVPgWRjFdYri" +
      "d/i2lH8MasDedElk4ulcU7IE2PdEDKtfDW1G6eXDdoi3llestk3haR1v+0uIEGxCy4g/XACP0E6vJiiUcR89jyThcJ6nI1/sKMuF0ZWYin4qkfIndfcZwAaY" +
      "TZj92K/VkA/EJVP49ZE2MQWlsO5vwXBNRwzRkRGqrWAdus6xJxhcWYbpZlJYvul2rFnk5VsFCPnH2q38+1IrdM0eWyBC+d1TPfgpZAk7gMsqbN+1O/DEvS5f" +
      "qg8+S2ZCkBMO/xCT+HF4WfgLzf+VKEYPqfx83vuaMC5WwI+F84OBwGXEJVP49ZE2MQWlsO5vwXBNRwzRkRGqrWAdus6xJxhcWYbpZlJYvul2rFnk5VsFCPnH" +
      "2q38+1IrdM0eWyBC+d1TPfgpZAk7gMsqbN+1O/DEvEgn5lidCe0BEQDsc1On/b6ufDEan7eNMW5wnqcjX+woy4XRlZiKfiqR8id19xnABphNmP3Yr9WQD8Ql" +
      "U/j1kTYxBaWw7m/BcE1HDNGREaqtYB26zrEnGFxZhulmUli+6XasWeTlWwUI+cfarfz7Uit0zR5bIEL53VM9+ClkCTuAyyps37U78MS9Ll+qDz5LZkKQEw7/" +
      "EJP4cXhZ+AvN/5UoRg+p/Hze+5owLlbAj4Xzg4HAZcQlU/j1kTYxBaWw7m/BcE1HDNGREaqtYB26zrEnGFxZhulmUli+6XasWeTlWwUI+cfarfz7Uit0zR5b" +
      "IEL53VM9+ClkCTuAyyps37U78MS9Ll+qDz5LZkKQEw7/EJP4cXhZ5Z9yRQAAAG8OvNbpr82UAAGfBYCS9AGxMZzzscRn+wIAAAAABFla",
  ),
  "zeros.zst": bytes(
    "KLUv/aQACT0ATAAACAABAPz/5E4IAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAAC" +
      "ABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAADSAgAWZloAw==",
  ),
  "zeros.7z": bytes(
    "N3q8ryccAARwp3EnigIAAAAAAABSAAAAAAAAADOWWOn/95oBa10AAG/9//+jt/9HPkgVcjlhUbiSKOajhgf57uQegtMvxTo8AUuxfsmKik0vow3Zf6bjjCMR" +
      "U+BZGMV1iuJ3+LaUfwxqwN50SWTi6VxTsgTY90QMq18NbUbp5cN2iLeWV6y2TeFpHW/7S4gQbELLiD9cAI/QTq8mKJRxHz2PJOFwnqcjX+woy4XRlZiKfiqR" +
      "8id19xnABphNmP3Yr9WQD8QlU/j1kTYxBaWw7m/BcE1HDNGREaqtYB26zrEnGFxZhulmUli+6XasWeTlWwUI+cfarfz7Uit0zR5bIEL53VM9+ClkCTuAyyps" +
      "37U78MS9Ll+qDz5LZkKQEw7/EJP4cXhZ+AvN/5UoRg+p/Hze+5owLlbAj4Xzg4HAZcQlU/j1kTYxBaWw7m/BcE1HDNGREaqtYB26zrEnGFxZhulmUli+6Xas" +
      "WeTlWwUI+cfarfz7Uit0zR5bIEL53VM9+ClkCTuAyyps37U78MS5K+qXnRFkAREA7HNTp/2+rnwxGp+3jTFucJ6nI1/sKMuF0ZWYin4qkfIndfcZwAaYTZj9" +
      "2K/VkA/EJVP49ZE2MQWlsO5vwXBNRwzRkRGqrWAdus6xJxhcWYbpZlJYvul2rFnk5VsFCPnH2q38+1IrdM0eWyBC+d1TPfgpZAk7gMsqbN+1O/DEvS5fqg8+" +
      "S2ZCkBMO/xCT+HF4WfgLzf+VKEYPqfx83vuaMC5WwI+F84OBwGXEJVP49ZE2MQWlsO5vwXBNRwzRkRGqrWAdus6xJxhcWYbpZlJYvul2rFnk5VsFCPnH2q38" +
      "+1IrdM0eWyBC+d1TPfgpZAk7gMsqbN+1O/DEvS5fqg8+S2ZCkBMO/xCT+HF4WfPqBKMAAAEEBgABCYKKAAcLAQABISEBFAzgAAk9AAgKAX8q288AAAUBGQgA" +
      "AAAAAAAAABENAHoAZQByAG8AcwAAABQKAQCNSpcx33ndARUGAQAggKSBAAA=",
  ),
};

const tarGz = bytes(
  "H4sICFHXAWsCA3QudGFyAO2XTU7DMBBGs+YUPgH4385xQARRgRpUjJTjU2XZPFFvWinoe4tGmtqeyefxjDN/PLalDTfFnskxrs8zl8+YXBhcCtaGFJJ3g3W2" +
    "5DwYO9yBn+/2fDqHcprnP2W49v9O+TwcJ2PN/Gba+2TatLSH1eS2prg1jTAxb20+bW0BxkVYL4PbCtEFcAtTY9naioe54AG8Zhg30ttCeIVkh/USzB1JPdog" +
    "2kdaD+YmiK+CBPC6HlSuMDeBWw8SVEoMSgKIxcG4CvJlkhRiDhCfI11AZVC+QsgFXrfQuNBp6/RBsVDMuU8BUooUJeVph1znjlNmUAZRplFGUuZShtNJqH3n" +
    "is4fnlPXee5zXx2hekN1ieoX1bncWTd9XxWmak1VPfT1COol1HNCZw+jXjd2NU4ITk145014l/e/l3l5Ohxv+w1w5f5vg7MX93+Xotf9/x68TtOX+Qc/gxBC" +
    "CCGEEEIIIYQQQgghhFj5BadACCYAKAAA",
);
const entries = [
  { name: "ok.txt", content: "a text of some length, to be hit by what damages it ".repeat(20) },
  { name: "box/in.txt", content: "deep ".repeat(40) },
];

/** `ok.txt` and `box/in.txt` in every format that is read. */
export const sound = {
  "t.zip": bytes(
    "UEsDBBQAAAAIAO6MdV25PE1C8gAAAEsJAAAGAAAAb2sudHh07dU7DgIxDATQnlPkCGw2H++BglhpBc0WHB9R5xW0SLRWbE/G4/GxP0a6puctnfeRzvE6L8cn" +
      "tMyhMoc2JLY5luscW/GuoF5D2wC6FW2RWvoc6xm56ICuDe82/RbwumhHvYrcTexpQJqj6iG3Al+AAnw3g+VAbkXbDApCwpAIgGXBuwB9TZQC8wp8i3gBy2A+" +
      "ALnju13vpCrFvuwhLMKMr4kBMSVGxbwmpElq4lKGFCSlSZFSrhSuTZDosVfaP+6p9ll7D/rkI/Ib+ZL8Sz4nP5Rvqq3UApbl6torubVYhjB0m3TDdOtQDl0B" +
      "7n+Ef/wIvwFQSwMEFAAAAAgA7ox1XfypghIKAAAAyAAAAAoAAABib3gvaW4udHh0S0lNLVBIGfoEAFBLAQIUAxQAAAAIAO6MdV25PE1C8gAAAEsJAAAGAAAA" +
      "AAAAAAAAAACkgQAAAABvay50eHRQSwECFAMUAAAACADujHVd/KmCEgoAAADIAAAACgAAAAAAAAAAAAAApIEWAQAAYm94L2luLnR4dFBLBQYAAAAAAgACAGwA" +
      "AABIAQAAAAA=",
  ),
  "t.tar": gunzipSync(tarGz),
  "t.tar.gz": tarGz,
  "t.7z": bytes(
    "N3q8ryccAAQxc+LYfgEAAAAAAAAiAAAAAAAAAKvt6UrgChIBB10AMhls4CCy4kKBy19TWFCZGaocX6DH+9RsHfb0qYMpz/m3pT3g4H2AB+L/XqKt/RJapvUa" +
      "gQsDzhKeofn9DkvP67CIB+0KiSuXqdjvCAjQKOOWr5L5p/n4tUU/Dt4bdr6e4H7rUyOoYJd700Rg1+BeITFr4pVS1rjkf0WjMX70NKKub1O8tLTP4SuskCPM" +
      "wH/4RcdXj7TbIGZmynKNXNK/6YGhLSVoSuTDODFrmZhN8H7oNfbpmQyixEm7Z+ErHICx7m63reRX2wF5mma7v8YZlc6xxvCYwE9yVrmLmbOK5wEHnfboBh6L" +
      "PjTolRAoPFhZlAlC/8hgwXi+lKRTaMir7//mKvAmBgAAAACBMweuD9U4Juj5xmbajfPzA6PRUu/YVDbgHM2LLBFgBbBcqvFrsPTmBEHpm9LiNe32dokFNiaD" +
      "6TbIS5pMsGo4HbdH7mzvFnXuRcqEws5lHtqW4OF7D8bNqH3O0lJ0UNx1eOMkbtrBow1vAAAAFwaBDwEJbwAHCwEAASMDAQEFXQAQAAAMgIoKAf0Tz0QAAA==",
  ),
  "t.rar": forgeRar4(entries),
  "t5.rar": forgeRar5(entries),
  "t.tar.xz": samples["t.tar.xz"],
  "t.tar.bz2": bytes(
    "QlpoOTFBWSZTWWypsSEABIp/jMwQAEBAAf/gAAIBEHdt3kAgAAAAgAgwAZrQWBJAgiagyNAyAACUaUntFAAAAAAKVSmmTJ6RkAAGj1HqaZOODnauRoFr0iNu" +
      "/c2GTc37bXBgsQknPljmAknSQaX0uRwczxInZXm/bcsuOLlqtcXFrxaB0UeXmCEkPKgT1VJJZEWlUJka8WZ1nJBOMzh8QS1sRiKGVagJLzASXx7/nYbtAHNl" +
      "sQAc+fAXQMEmGOkzW867SbyipqL2GZa5LQjfbYxI8UatL0YIES7mti5EYJoJXgyTmo6oaNLsaOxElDuQMdzAZvNxyH02ansZsOtw449XtNUTUD1E0g2GMMVs" +
      "46GMLlbpiEodhoSSKEA0saz7DMwfu4VZCrITyE5hVmKsBVwzFWj52YKVnFWIqy4GozxEzd78cWp9MGAq4sQq/nFp7GIq8Sv8XckU4UJBsqbEhA==",
  ),
  "t.tar.zst": samples["t.tar.zst"],
};

/** The same numbers for the same seed (mulberry32): from 0 up to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One to three bits flipped; every fourth is cut off somewhere instead. */
export function damaged(whole: Uint8Array, random: () => number): Buffer {
  const at = () => Math.floor(random() * whole.length);
  if (random() < 0.25) return Buffer.from(whole.subarray(0, at()));
  const out = Buffer.from(whole);
  for (let flips = Math.ceil(random() * 3); flips > 0; flips--) {
    const place = at();
    out[place] = (out[place] ?? 0) ^ (1 << Math.floor(random() * 8));
  }
  return out;
}
