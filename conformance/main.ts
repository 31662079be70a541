#!/usr/bin/env node
import process from "node:process";
import { runCommandLine } from "./command-line.ts";

process.exitCode = await runCommandLine(process.argv);
