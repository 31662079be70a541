import asyncHooks from "node:async_hooks";
import { isMainThread } from "node:worker_threads";

/*
 * Loaded before `node:test`, which otherwise follows every promise of the process to name the test that an uncaught
 * exception belongs to. That hook costs a tenth of the processor time of tests with a service in their process. Without it the
 * exception is printed and fails the file; with `--sources`, which leaves this module out, it fails the test.
 */
if (isMainThread && process.channel === undefined) {
  const { createHook } = asyncHooks;
  const none = { enable: () => none, disable: () => none };
  asyncHooks.createHook = () => none;
  await import("node:test");
  asyncHooks.createHook = createHook;
  process.on("uncaughtExceptionMonitor", (error) => console.error(error));
  process.on("unhandledRejection", (reason) => console.error(reason));
}
