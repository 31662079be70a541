/**
 * npm leaves out optional packages whose `engines` refuse the Node on which npm runs, which may be another than the one of
 * this process. The bundler's own are for `^20.19.0 || >=22.12.0`: without them nothing can be built.
 */
const [, version] = /\bnode\/v(\S+)/.exec(process.env["npm_config_user_agent"] ?? "") ?? [];
if (version !== undefined) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (!(major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19))) {
    console.error(
      `A checkout needs npm of Node 20.19, 22.12 or newer, and this npm runs on v${version}: it leaves out packages. ` +
        "Take a newer Node, and run npm ci again.",
    );
    process.exitCode = 1;
  }
}
