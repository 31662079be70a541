import { PageHeader } from "../../kit/page-header.tsx";

export function OperatorsPage() {
  return <PageHeader title="Operators" />;
}
