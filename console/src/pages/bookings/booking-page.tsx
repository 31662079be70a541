import { PageHeader } from "../../kit/page-header.tsx";

export function BookingPage() {
  return <PageHeader title="Booking" />;
}
