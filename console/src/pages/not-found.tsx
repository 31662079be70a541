import { Link } from "@tanstack/react-router";
import { t } from "../language/t.ts";
import { PageHeader } from "../kit/page-header.tsx";

export function NotFoundPage() {
  return (
    <>
      <PageHeader title={t("There is no such page")} />
      <div className="card stack">
        <p>{t("The address may be mistyped, or from another version of the console.")}</p>
        <p>
          <Link to="/">{t("To the overview")}</Link>
        </p>
      </div>
    </>
  );
}
