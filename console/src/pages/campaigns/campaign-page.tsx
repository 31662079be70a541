import { PageHeader } from "../../kit/page-header.tsx";

export function CampaignPage() {
  return <PageHeader title="Campaign" />;
}
