import { PageHeader } from "../../kit/page-header.tsx";

export function AccountsPage() {
  return <PageHeader title="Accounts" />;
}
