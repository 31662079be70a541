#!/usr/bin/env node
// Holds any implementation of the interface to its sentences: `--help` says what it needs.
import { runOnNode } from "./run-on-node.js";

await runOnNode(import.meta.url, new URL("../conformance/main.ts", import.meta.url));
