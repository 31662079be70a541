import { Type } from "typebox";
import { time } from "../../../operations/fields.ts";

const Rates = Type.Array(Type.Number());
const Milliseconds = Type.Union([Type.Number(), Type.Null()]);
const Percentiles = Type.Object({ p50: Milliseconds, p90: Milliseconds, p99: Milliseconds });
const Durations = Type.Array(Milliseconds);

const byEndpoint = "By endpoint's wire name; `none` for paths that are no endpoint.";

export const Overview = Type.Object({
  api: Type.Union([Type.String(), Type.Null()], {
    description: "Where callers are answered, as the machine of the service sees it.",
  }),
  window: Type.String(),
  step_seconds: Type.Integer({
    description: "How long each step is; every series has one value a step.",
  }),
  from: time("Begin of the first step."),
  to: time("End of the last step; what is still being counted comes with the next."),
  counting_since: time("When the process began to count; steps before that are empty."),
  incomplete: Type.Boolean({
    description: "So many accounts had requests at once that some were not kept apart.",
  }),
  requests_per_second: Type.Record(Type.String(), Rates, { description: byEndpoint }),
  refusals_per_second: Type.Record(Type.String(), Rates, { description: "By reason." }),
  latency_ms: Type.Record(
    Type.String(),
    Type.Object({ p50: Durations, p90: Durations, p99: Durations }),
    { description: `${byEndpoint} \`all\` is all of them; null in a step without requests.` },
  ),
  totals: Type.Object(
    {
      requests: Type.Integer(),
      refused: Type.Integer(),
      requests_by_endpoint: Type.Record(Type.String(), Type.Integer()),
      refusals_by_reason: Type.Record(Type.String(), Type.Integer()),
      latency_ms: Type.Record(Type.String(), Percentiles, { description: byEndpoint }),
    },
    { description: "Of the whole window." },
  ),
});
