import { PageHeader } from "../../kit/page-header.tsx";

export function ImportsPage() {
  return <PageHeader title="Imports" />;
}
