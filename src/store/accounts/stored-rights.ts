import { scopesOf, type OperatorScope, type Rights } from "../../domain/operator.ts";
import type { Tables } from "../tables.ts";

/** Before the hash of a key whose operator has limits, so that a program that knows of no limits does not find the key. */
export const limitedKey = "limited:";

/** What `operator.limits` has, as JSON. A program that does not know a part must not let the key in. */
type Limits = Partial<Pick<Rights, "role" | "interactions" | "expiresAt">> & {
  readonly scopes?: readonly OperatorScope[];
};

/** The columns of an operator that hold its rights, and the hash of its key, which says whether it has limits. */
export function rightsRow(
  rights: Rights,
  keyHash: string,
): Pick<Tables["operator"], "role" | "limits" | "key_hash"> {
  const limits = limitsOf(rights);
  if (limits === null) return { role: rights.role ?? "viewer", limits: null, key_hash: keyHash };
  return {
    role: "viewer",
    limits: JSON.stringify(limits),
    key_hash: `${limitedKey}${keyHash}`,
  };
}

function limitsOf({ role, scopes, interactions, expiresAt }: Rights): Limits | null {
  if (role !== null && role !== "agent" && interactions === null && expiresAt === null) return null;
  return { role, ...(role === null && { scopes }), interactions, expiresAt };
}

export function rightsOf({
  role: stored,
  limits,
}: Pick<Tables["operator"], "role" | "limits">): Rights {
  const parsed = limits === null ? {} : (JSON.parse(limits) as Limits);
  const { role = stored, interactions = null, expiresAt = null } = parsed;
  return { role, scopes: parsed.scopes ?? (role && scopesOf(role)) ?? [], interactions, expiresAt };
}
