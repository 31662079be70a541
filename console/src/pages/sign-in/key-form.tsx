import { useEffect, useId, useState } from "react";
import { ofApi, t } from "../../language/t.ts";
import { callApi } from "../../api/call-api.ts";
import { ProblemError } from "../../api/problem.ts";
import type { Session } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";

/** Asks for a key. Its one field is written out here: the kit's would bring Base UI to the first page. */
export function KeyForm({ onSignedIn }: { readonly onSignedIn: (session: Session) => void }) {
  const id = useId();
  const [key, setKey] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [waitSeconds, setWaitSeconds] = useState(0);
  useEffect(() => {
    if (waitSeconds === 0) return;
    const tick = setTimeout(() => setWaitSeconds(waitSeconds - 1), 1_000);
    return () => clearTimeout(tick);
  }, [waitSeconds]);

  const signIn = async () => {
    if (key.trim() === "") {
      setWrong(t("Paste your key here; it begins with bsk_."));
      return;
    }
    setBusy(true);
    try {
      onSignedIn((await callApi("signIn", { body: { key: key.trim() } })).body);
    } catch (error) {
      setWrong(errorWords(error as Error));
      if (error instanceof ProblemError) setWaitSeconds(error.retryAfterSeconds ?? 0);
      setBusy(false);
    }
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (waitSeconds === 0) void signIn();
      }}
    >
      <div className="field">
        <label htmlFor={id}>{t("Operator key")}</label>
        <input
          id={id}
          className="input"
          type="password"
          autoComplete="current-password"
          autoFocus
          aria-invalid={wrong !== null}
          aria-describedby={wrong === null ? undefined : `${id}-wrong`}
          value={key}
          onChange={({ target }) => {
            setKey(target.value);
            setWrong(null);
          }}
        />
        {wrong !== null && (
          <span className="wrong" id={`${id}-wrong`} role="alert">
            {wrong}
          </span>
        )}
      </div>
      <div className="row">
        <Button type="submit" tone="primary" busy={busy} disabled={waitSeconds > 0}>
          {t("Sign in")}
        </Button>
        {waitSeconds > 0 && (
          <span className="soft num">
            {t("Possible again in {waitSeconds} s", { waitSeconds })}
          </span>
        )}
      </div>
    </form>
  );
}

function errorWords(error: Error): string {
  if (!(error instanceof ProblemError)) return error.message;
  if (error.problem === "key-refused") {
    return t(
      "This key is not good: it is mistyped, or it was revoked. Ask an admin for a new one.",
    );
  }
  if (error.problem === "too-many-attempts") {
    return t("Too many wrong keys came from this address. Wait a moment, then try again.");
  }
  return ofApi(error.message) ?? error.message;
}
