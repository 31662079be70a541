import { tmpdir } from "node:os";

/**
 * Where databases and other files of the tests lie: in memory, if the test runner has found room for
 * them there.
 */
export const databaseFolder = (): string => process.env["TEST_DATABASES"] ?? tmpdir();

/** From now on they lie on the disk, for tests about what a disk keeps. */
export function useDisk(): void {
  delete process.env["TEST_DATABASES"];
}
