import type { PublicServerParts } from "../http/public-server.ts";
import { addUpMetrics } from "../operator/collected-metrics.ts";
import { TrafficRecorder, trafficMs } from "../operator/traffic/traffic.ts";
import { countWithOtherNodes } from "./other-nodes.ts";
import { bindPublicPort } from "./public-port.ts";
import { repeat } from "./repeat.ts";
import type { ServerProcesses, ServerProcessesParts } from "./server-processes.ts";
import { createServing } from "./serving.ts";

/** Serves callers in this process. */
export async function serveAlone(
  { traffic, ...parts }: ServerProcessesParts,
  vary?: (publicServerParts: PublicServerParts) => PublicServerParts,
): Promise<ServerProcesses> {
  const { metrics, logger } = parts;
  const recorder = new TrafficRecorder();
  const serving = await createServing({ ...parts, traffic: recorder }, vary);
  const counting = countWithOtherNodes(parts, serving.limits);
  const keepTraffic = async () => {
    const portion = recorder.take();
    if (portion.length > 0) await traffic.addTraffic(portion);
  };
  const keeping = repeat(trafficMs, keepTraffic, logger);
  let isListening = false;
  return {
    start: async () => {
      const api = await serving.listen(await bindPublicPort(parts.settings, 1));
      isListening = true;
      return api;
    },
    renderMetrics: async (others) =>
      others.length === 0 ? metrics.render() : addUpMetrics([await metrics.snapshot(), ...others]),
    whyNotServing: async () =>
      isListening ? serving.whyNotReady() : "The public listener is not open yet.",
    restart: async () => logger.warn("a rolling restart needs PROCESSES to be 2 or more"),
    close: async () => {
      await serving.close();
      await counting.close();
      await keeping.close();
    },
    abandon: () => {},
  };
}
