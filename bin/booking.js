#!/usr/bin/env node
// The service and its operator's command line: `--help` lists the commands.
import { runOnNode } from "./run-on-node.js";

await runOnNode(import.meta.url, new URL("./main.ts", import.meta.url));
