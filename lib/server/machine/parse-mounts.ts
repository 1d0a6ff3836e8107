export type MountLine = {
  /** `major:minor` of the file system. */
  device: string;
  /** What of the file system is mounted, from its own top. */
  root: string;
  /** Where. */
  place: string;
  isReadOnly: boolean;
  type: string;
  /** As whoever mounted it has named it, for disks the device file. */
  source: string;
};

/** /proc/self/mountinfo, in its order: of two lines with the same place the later one hides the other. */
export function parseMounts(text: string): MountLine[] {
  return text.split("\n").flatMap((line) => {
    const [own, rest] = line.split(" - ", 2);
    const [, , device, root, place, options] = own?.split(" ") ?? [];
    const [type, source, superOptions = ""] = rest?.split(" ") ?? [];
    if (device === undefined || root === undefined || place === undefined || type === undefined) return [];
    return [
      {
        device,
        root: unescapeMount(root),
        place: unescapeMount(place),
        isReadOnly: isOn("ro", options) || isOn("ro", superOptions),
        type,
        source: unescapeMount(source ?? ""),
      },
    ];
  });
}

const isOn = (option: string, options = "") => options.split(",").includes(option);

/** proc(5): blanks, tabs, line ends and backslashes are octal. */
function unescapeMount(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
