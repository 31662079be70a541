import { useQuery } from "@tanstack/react-query";
import { t } from "../../language/t.ts";

export interface Health {
  readonly ready: boolean;
  readonly words: string;
}

/** The answer of the readiness probe; null where a proxy does not pass it on. */
export function useHealth(): Health | null {
  const { data = null } = useQuery({
    queryKey: ["readyz"],
    queryFn: ({ signal }) => askReadiness(signal),
    refetchInterval: 5_000,
    retry: false,
  });
  return data;
}

async function askReadiness(signal: AbortSignal): Promise<Health | null> {
  let response: Response;
  try {
    response = await fetch("/readyz", { signal });
  } catch {
    return { ready: false, words: t("It does not answer.") };
  }
  const told: unknown = await response.json().catch(() => null);
  if (typeof told !== "object" || told === null || !("status" in told)) return null;
  if (told.status === "ready") return { ready: true, words: t("Callers are served") };
  const reason = "reason" in told && typeof told.reason === "string" ? told.reason : "";
  return told.status === "not ready" ? { ready: false, words: reason } : null;
}
