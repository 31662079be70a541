import { useEffect, type ReactNode } from "react";
import { t } from "../language/t.ts";

/** Characters of a title, at most: an address may have any. */
const titleMaxLength = 256;

/** A page's title, which the tab shows too, and the page's actions. */
export function PageHeader({
  title: whole,
  eyebrow,
  children,
}: {
  readonly title: string;
  readonly eyebrow?: ReactNode;
  readonly children?: ReactNode;
}) {
  const title =
    whole.length > titleMaxLength ? `${whole.slice(0, titleMaxLength).toWellFormed()}…` : whole;
  useEffect(() => {
    document.title = t("{title} · Booking console", { title });
  }, [title]);
  return (
    <header className="page-header">
      <div>
        {eyebrow !== undefined && <div className="eyebrow">{eyebrow}</div>}
        {/* The shell puts the focus here when the page changes. */}
        <h1 tabIndex={-1}>{title}</h1>
      </div>
      {children !== undefined && <div className="row">{children}</div>}
    </header>
  );
}
