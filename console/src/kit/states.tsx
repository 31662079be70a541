import type { ReactNode } from "react";
import { Trans } from "@lingui/react";
import { t } from "../language/t.ts";
import { ProblemError } from "../api/problem.ts";
import { ApiText } from "./api-text.tsx";
import { Button } from "./button.tsx";
import { sentenceIn, zoneHere } from "./instant-words.ts";

/** Shown while a query loads. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <div className="state" role="status">
      <span className="visually-hidden">{t("Loading {what}…", { what })}</span>
      <div className="skeleton" style={{ width: "60%" }} />
      <div className="skeleton" style={{ width: "80%" }} />
      <div className="skeleton" style={{ width: "45%" }} />
    </div>
  );
}

/** Shown for an empty list: what the list contains, and how its records are made. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="state">
      <h2>{title}</h2>
      {children !== undefined && <div className="soft">{children}</div>}
    </div>
  );
}

/** Shown after an error: the API's sentence and the request id. */
export function Fault({ error, onRetry }: { readonly error: Error; onRetry?: () => void }) {
  return (
    <div className="note" data-tone="danger" role="alert">
      <strong>
        {error instanceof ProblemError ? <ApiText>{error.title}</ApiText> : t("It did not work")}
      </strong>
      <p>
        {error instanceof ProblemError ? (
          <ApiText>{sentenceIn(zoneHere, error.message)}</ApiText>
        ) : (
          error.message
        )}
      </p>
      {wasChangedMeanwhile(error) && (
        <p>{t("Somebody else was faster. Reload the page to see what stands there now.")}</p>
      )}
      {error instanceof ProblemError && error.requestId !== null && (
        <p className="soft">
          <Trans id="Request {code}" values={{ code: <code>{error.requestId}</code> }} />
        </p>
      )}
      {onRetry !== undefined && (
        <div className="row">
          <Button onClick={onRetry}>
            {wasChangedMeanwhile(error) ? t("Reload") : t("Try again")}
          </Button>
        </div>
      )}
    </div>
  );
}

function wasChangedMeanwhile(error: Error): boolean {
  return error instanceof ProblemError && error.status === 412;
}

export interface Asked<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** A query's three states; the data stays shown while it is fetched again. */
export function Shown<T>({
  of,
  what,
  children,
}: {
  readonly of: Asked<T>;
  readonly what: string;
  readonly children: (found: T) => ReactNode;
}) {
  if (of.data !== undefined) return children(of.data);
  if (of.error !== null) return <Fault error={of.error} onRetry={() => void of.refetch()} />;
  return <Loading what={what} />;
}
