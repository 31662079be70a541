import { ofApi } from "../language/t.ts";

/** A sentence that the operator API composed: what no catalogue has is marked as the English that it is. */
export function ApiText({ children }: { readonly children: string }) {
  return ofApi(children) ?? <span lang="en">{children}</span>;
}
