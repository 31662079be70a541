import { PageHeader } from "../../kit/page-header.tsx";

export function SlotPage() {
  return <PageHeader title="Slot" />;
}
