import { PageHeader } from "../../kit/page-header.tsx";

export function CampaignsPage() {
  return <PageHeader title="Campaigns" />;
}
