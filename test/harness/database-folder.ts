import { tmpdir } from "node:os";

/** The folder of the tests' databases and files: in memory, where the test runner has found enough. */
export const databaseFolder = (): string => process.env["TEST_DATABASES"] ?? tmpdir();

/** Puts them on the disk from now on, for tests of durability. */
export function useDisk(): void {
  delete process.env["TEST_DATABASES"];
}
