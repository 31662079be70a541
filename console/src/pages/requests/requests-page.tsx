import { PageHeader } from "../../kit/page-header.tsx";

export function RequestsPage() {
  return <PageHeader title="Request trace" />;
}
