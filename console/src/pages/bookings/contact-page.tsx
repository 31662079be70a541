import { PageHeader } from "../../kit/page-header.tsx";

export function ContactPage() {
  return <PageHeader title="Contact" />;
}
