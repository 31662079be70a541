/** The settings on which durability rests, and the values that lose nothing after a crash. */
const durableValues: Readonly<Record<string, readonly string[]>> = {
  fsync: ["on"],
  full_page_writes: ["on"],
  synchronous_commit: ["on", "remote_write", "remote_apply"],
};

export const durableSettings: readonly string[] = Object.keys(durableValues);

export function isDurable(setting: string, value: string): boolean {
  return durableValues[setting]?.includes(value) === true;
}
