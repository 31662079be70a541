import { Link } from "@tanstack/react-router";

/** An account's name as a link to its page. */
export function AccountLink({ account }: { readonly account: string }) {
  const [tenant = "", environment = ""] = account.split("/");
  return (
    <Link to="/at/$tenant/$environment/account" params={{ tenant, environment }}>
      {account}
    </Link>
  );
}
