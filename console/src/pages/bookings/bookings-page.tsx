import { PageHeader } from "../../kit/page-header.tsx";

export function BookingsPage() {
  return <PageHeader title="Bookings" />;
}
