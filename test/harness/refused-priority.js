// Loaded into the program by NODE_OPTIONS: the system refuses every change of a priority, as systemd's filter of
// system calls does.
import module from "node:module";
import os from "node:os";

os.setPriority = () => {
  throw new Error("EPERM: operation not permitted, uv_os_setpriority");
};
module.syncBuiltinESMExports();
