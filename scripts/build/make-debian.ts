import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { gzipSync } from "node:zlib";
import type { Platform } from "./make-executable.ts";
import type { ManualPages } from "../../bin/manual-pages.ts";

const architectures = {
  "linux-x64": "amd64",
  "linux-arm64": "arm64",
} as const satisfies Record<Platform, string>;

const maintainer = "Booking Service <booking@localhost>";

export interface DebianPackage {
  readonly version: string;
  readonly platform: Platform;
  readonly executableBytes: number;
  /** The licences of everything of others inside. */
  readonly notices: string;
  readonly homepage?: string | undefined;
  readonly manual: ManualPages;
}

interface InstalledFile {
  readonly bytes: string | Buffer;
  readonly mode?: number;
}

export const hasDpkg = () => spawnSync("dpkg-deb", ["--version"]).status === 0;

/** Makes the package that `apt install ./FILE` accepts of the executable and of `deploy/`. Returns its file's name. */
export function makeDebian(
  project: string,
  outDir: string,
  { executable, ...made }: Omit<DebianPackage, "executableBytes"> & { readonly executable: string },
): string {
  const folder = `${outDir}/debian`;
  rmSync(folder, { recursive: true, force: true });
  const executableBytes = statSync(executable).size;
  const files = Object.entries(debianFiles(project, { ...made, executableBytes }));
  for (const [path, { bytes, mode = 0o644 }] of files) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
    writeFileSync(`${folder}/${path}`, bytes, { mode });
    chmodSync(`${folder}/${path}`, mode);
  }
  mkdirSync(`${folder}/usr/bin`);
  copyFileSync(executable, `${folder}/usr/bin/booking`);
  chmodSync(`${folder}/usr/bin/booking`, 0o755);
  // Neither the umask nor a group of the build's machine reaches the package.
  execFileSync("find", [folder, "-type", "d", "-exec", "chmod", "0755", "{}", "+"]);
  const name = `booking_${made.version}_${architectures[made.platform]}.deb`;
  execFileSync("dpkg-deb", ["--build", "--root-owner-group", folder, `${outDir}/${name}`], {
    stdio: "pipe",
  });
  rmSync(folder, { recursive: true });
  return name;
}

/** Every file of the package but the executable, by its path, with dpkg's own in `DEBIAN/`. */
export function debianFiles(
  project: string,
  made: DebianPackage,
): Readonly<Record<string, InstalledFile>> {
  const read = (path: string) => readFileSync(`${project}/deploy/${path}`, "utf8");
  const script = (name: string) => ({ bytes: read(`debian/${name}`), mode: 0o755 });
  const documents = "usr/share/doc/booking";
  const installed: Record<string, InstalledFile> = {
    "etc/booking/booking.env": { bytes: read("debian/booking.env"), mode: 0o640 },
    ...Object.fromEntries(
      units.map((unit) => [
        `usr/lib/systemd/system/${unit}`,
        { bytes: ofPackage(read(`systemd/${unit}`)) },
      ]),
    ),
    "usr/share/man/man1/booking.1.gz": { bytes: gzip(made.manual.man) },
    "usr/share/bash-completion/completions/booking": { bytes: made.manual.bashCompletion },
    [`${documents}/copyright`]: { bytes: read("debian/copyright") },
    [`${documents}/licenses.txt.gz`]: { bytes: gzip(made.notices) },
    [`${documents}/changelog.gz`]: { bytes: gzip(debianChangelog(made.version)) },
    [`${documents}/README.md`]: { bytes: read("debian/README.md") },
    "usr/share/lintian/overrides/booking": { bytes: read("debian/lintian-overrides") },
  };
  const bytes = Object.values(installed).reduce(
    (sum, file) => sum + file.bytes.length,
    made.executableBytes,
  );
  return {
    ...installed,
    "DEBIAN/control": { bytes: control(made, Math.ceil(bytes / 1024)) },
    "DEBIAN/conffiles": { bytes: "/etc/booking/booking.env\n" },
    "DEBIAN/postinst": script("postinst"),
    "DEBIAN/prerm": script("prerm"),
    "DEBIAN/postrm": script("postrm"),
  };
}

const units = [
  "booking.service",
  "booking-backup.service",
  "booking-backup.timer",
  "booking-verify.service",
  "booking-verify.timer",
] as const;

/** A unit where Debian has its packages' files; by hand a program is installed in `/usr/local`. */
function ofPackage(unit: string): string {
  return unit
    .replaceAll("/usr/local/bin/booking", "/usr/bin/booking")
    .replaceAll("/etc/systemd/system/", "/usr/lib/systemd/system/");
}

/** What Node's binary is linked to, from the versions of the symbols that it needs. */
const libraries = "libc6 (>= 2.28), libgcc-s1 (>= 3.0), libstdc++6 (>= 5.2)";

function control({ version, platform, homepage }: DebianPackage, kibibytes: number): string {
  const fields = {
    Package: "booking",
    Version: version,
    Architecture: architectures[platform],
    Maintainer: maintainer,
    "Installed-Size": String(kibibytes),
    Depends: `adduser, ${libraries}`,
    Section: "net",
    Priority: "optional",
    ...(homepage !== undefined && { Homepage: homepage }),
    Description: [
      "self-hosted backend for bookings, with an HTTP interface",
      " A caller gets a token, lists the bookings of a contact and cancels one.",
      " Operators have a command line, an API and a console. The database is",
      " SQLite, inside, or a PostgreSQL. Node is inside as well.",
    ].join("\n"),
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join("");
}

function debianChangelog(version: string): string {
  const date = new Date().toUTCString().replace("GMT", "+0000");
  return `booking (${version}) stable; urgency=medium\n\n  * Release ${version} of Booking Service.\n\n -- ${maintainer}  ${date}\n`;
}

function gzip(text: string): Buffer {
  return gzipSync(text, { level: 9 });
}
