import { userInfo } from "node:os";

/**
 * The name of the user who runs this command, for the audit log; `uid 65532` for a user without a name, as
 * containers often have.
 */
export function userName(read: () => { username: string } = userInfo): string {
  try {
    return read().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
