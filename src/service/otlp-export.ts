import { readFile } from "node:fs/promises";
import https from "node:https";
import type { LookupFunction } from "node:net";
import {
  detectResources,
  envDetector,
  resourceFromAttributes,
  type Resource,
} from "@opentelemetry/resources";
import { programVersion } from "../domain/program-version.ts";
import type { ExportSettings } from "./telemetry-settings.ts";

const http = process.getBuiltinModule("node:http");

/** What OpenTelemetry calls the resource: who sends. `OTEL_RESOURCE_ATTRIBUTES` adds to it. */
export function describeService({ serviceName }: Pick<ExportSettings, "serviceName">): Resource {
  const given = resourceFromAttributes({
    "service.name": serviceName,
    "service.version": programVersion,
  });
  return detectResources({ detectors: [envDetector] }).merge(given);
}

/** What an exporter is made with. It looks names up by `lookup`. */
export function optionsOf(settings: ExportSettings, lookup: LookupFunction) {
  const { url, headers, timeoutMs, certificates } = settings;
  return {
    url,
    headers,
    timeoutMillis: timeoutMs,
    httpAgentOptions: async (protocol: string) => {
      const options = { keepAlive: true, lookup };
      if (protocol === "http:") return new http.Agent(options);
      const read = await Promise.all(
        Object.entries(certificates ?? {}).map(async ([use, path]) => [use, await readFile(path)]),
      );
      return new https.Agent({ ...options, ...Object.fromEntries(read) });
    },
  };
}

const troubleEveryMs = 60_000;

/** A collector may be away for hours, and the log names it once a minute. */
export function sparingly(report: (error: Error) => void): (error: Error) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    const now = performance.now();
    if (now - reportedAt < troubleEveryMs) return;
    reportedAt = now;
    report(error);
  };
}
