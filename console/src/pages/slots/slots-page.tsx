import { PageHeader } from "../../kit/page-header.tsx";

export function SlotsPage() {
  return <PageHeader title="Slots" />;
}
