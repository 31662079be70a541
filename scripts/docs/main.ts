/**
 * Writes the documentation site into the folder that the command line names. It is a process of its own,
 * because the generator and the bundler may keep theirs open after their work. The exit status 3 means that
 * their packages are not installed.
 */
const [folder = ""] = process.argv.slice(2);
const site = await import("./write-docs.ts").catch((error: unknown) => {
  if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") process.exit(3);
  throw error;
});
await site.writeDocs(folder);
process.exit(0);
