export type MountLine = {
  /** Of this mount, as long as it lasts. */
  id: number;
  /** `major:minor` of the file system. */
  device: string;
  /** What of the file system is mounted, from its own top. */
  root: string;
  /** Where. */
  place: string;
  isReadOnly: boolean;
  /** Of the mount, and then those of its file system that it does not say itself. */
  options: readonly string[];
  type: string;
  /** Groups of mounts that are unmounted with one another: that which it tells, and that which it hears as well. Null: none. */
  shared: number | null;
  master: number | null;
  /** As whoever mounted it has named it, for disks the device file. */
  source: string;
};

/** /proc/self/mountinfo, in its order: of two lines with the same place the later one hides the other. */
export function parseMounts(text: string): MountLine[] {
  return text.split("\n").flatMap((line) => {
    const [own, rest] = line.split(" - ", 2);
    const [id, , device, root, place, options, ...more] = own?.split(" ") ?? [];
    const groupOf = (name: string) =>
      Number(more.find((field) => field.startsWith(`${name}:`))?.slice(name.length + 1) ?? Number.NaN) || null;
    const [type, source, superOptions = ""] = rest?.split(" ") ?? [];
    if (device === undefined || root === undefined || place === undefined || type === undefined) return [];
    return [
      {
        id: Number(id),
        device,
        root: unescapeMount(root),
        place: unescapeMount(place),
        isReadOnly: isOn("ro", options) || isOn("ro", superOptions),
        options: optionsOf(options, superOptions),
        type,
        shared: groupOf("shared"),
        master: groupOf("master"),
        source: unescapeMount(source ?? ""),
      },
    ];
  });
}

function optionsOf(own = "", ofSystem: string): string[] {
  const [mine, its] = [own.split(","), ofSystem.split(",")];
  return [...new Set([...mine, ...its.filter((option) => option !== "rw" && option !== "ro")])].filter(
    (option) => option !== "",
  );
}

const isOn = (option: string, options = "") => options.split(",").includes(option);

/** proc(5): blanks, tabs, line ends and backslashes are octal. */
export function unescapeMount(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
