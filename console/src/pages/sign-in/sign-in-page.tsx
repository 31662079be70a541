import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ask } from "../../api/ask.ts";
import { keepSession } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { TextField } from "../../kit/field.tsx";
import { PageHeader } from "../../kit/page-header.tsx";

/** Signing in with an operator's key. */
export function SignInPage() {
  const navigate = useNavigate();
  const { from } = useSearch({ strict: false }) as { from?: string };
  const [key, setKey] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const signIn = async () => {
    setBusy(true);
    try {
      keepSession((await ask("signIn", { body: { key } })).body);
      await navigate({ href: from ?? "/" });
    } catch (error) {
      setWrong((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <main className="main">
      <PageHeader title="Sign in" />
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void signIn();
        }}
      >
        <TextField
          label="Operator key"
          type="password"
          autoComplete="current-password"
          value={key}
          wrong={wrong}
          onChange={({ target }) => setKey(target.value)}
        />
        <div className="row">
          <Button type="submit" tone="primary" busy={busy}>
            Sign in
          </Button>
        </div>
      </form>
    </main>
  );
}
