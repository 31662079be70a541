const words: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is a file",
  EACCES: "this user has no right to it",
  EROFS: "its file system is read-only",
  ENOSPC: "no space is left on its disk",
};

/** Why a file cannot be read or written; an error that is not listed keeps its own words. */
export function fileFault(error: Error): string {
  return words[(error as NodeJS.ErrnoException).code ?? ""] ?? error.message;
}
