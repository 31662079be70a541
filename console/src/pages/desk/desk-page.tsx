import { PageHeader } from "../../kit/page-header.tsx";

export function DeskPage() {
  return <PageHeader title="Check-in desk" />;
}
