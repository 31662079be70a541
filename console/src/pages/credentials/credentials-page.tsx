import { PageHeader } from "../../kit/page-header.tsx";

export function CredentialsPage() {
  return <PageHeader title="Credentials" />;
}
