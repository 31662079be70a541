import { Link } from "@tanstack/react-router";
import { PageHeader } from "../kit/page-header.tsx";

export function NotFoundPage() {
  return (
    <>
      <PageHeader title="There is no such page" />
      <div className="card stack">
        <p>The address may be mistyped, or from another version of the console.</p>
        <p>
          <Link to="/">To the overview</Link>
        </p>
      </div>
    </>
  );
}
