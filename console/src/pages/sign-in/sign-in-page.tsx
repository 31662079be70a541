import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState, type ReactNode } from "react";
import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import { callApi } from "../../api/call-api.ts";
import { keepSession, type Session } from "../../api/session.ts";
import { forgetDueEnd } from "../../api/sign-out.ts";
import { ApiText } from "../../kit/api-text.tsx";
import { Button } from "../../kit/button.tsx";
import { Copy } from "../../kit/copy.tsx";
import { Loading } from "../../kit/states.tsx";
import { forgetAccount } from "../../shell/account.ts";
import { KeyForm } from "./key-form.tsx";
import { providerFailures, ProviderSignIn } from "./provider-sign-in.tsx";
import { takeSignInCode, useSignInCode } from "./sign-in-code.ts";
import { LeftHere } from "./left-here.tsx";
import "./sign-in.css";
import { wayBack } from "./way-back.ts";

/** Signing in, with an operator's key or by a link with a one-time code. */
export function SignInPage() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { from, ended, provider } = useSearch({ from: "/sign-in" });
  const [newKey, setNewKey] = useState<NewKey | null>(null);
  const [codeRefused, setCodeRefused] = useState<Error | null>(null);
  const [following, setFollowing] = useState(false);
  const code = useSignInCode();

  const enter = (session: Session) => {
    // The cache is cleared, because it has another operator's data.
    queries.clear();
    forgetAccount();
    forgetDueEnd();
    keepSession(session);
  };
  const leave = () => navigate({ href: wayBack(from), replace: true });
  const follow = async (taken: string) => {
    setFollowing(true);
    setCodeRefused(null);
    try {
      const { body } = await callApi("signInWithCode", { body: { code: taken } });
      enter(body);
      if (body.key === null) await leave();
      else setNewKey({ name: body.operator.name, key: body.key });
    } catch (error) {
      setCodeRefused(error as Error);
    } finally {
      setFollowing(false);
    }
  };
  useEffect(() => {
    const taken = takeSignInCode();
    if (taken !== null) void follow(taken);
    // oxlint-disable-next-line react/exhaustive-deps -- one exchange for each code
  }, [code]);

  if (newKey !== null) return <Welcome newKey={newKey} onKept={() => void leave()} />;
  if (following || code !== null) {
    return (
      <Frame title={t("Signing in")}>
        <Loading what={t("your session")} />
      </Frame>
    );
  }
  return (
    <Frame title={t("Sign in")}>
      <LeftHere />
      <Notes ended={ended === "true"} codeRefused={codeRefused} provider={provider} />
      <ProviderSignIn from={wayBack(from)} />
      <KeyForm
        onSignedIn={(session) => {
          enter(session);
          void leave();
        }}
      />
      <WhereFrom />
    </Frame>
  );
}

interface NewKey {
  readonly name: string;
  readonly key: string;
}

function Welcome({ newKey, onKept }: { readonly newKey: NewKey; readonly onKept: () => void }) {
  return (
    <Frame title={t("Welcome")}>
      <p>
        <Trans
          id="This is a new installation, and you are its first operator, {strong}, an admin of all accounts. Here is your key. It is shown this once: put it into a password manager, it is what you sign in with from now on."
          values={{ strong: <strong>{newKey.name}</strong> }}
        />
      </p>
      <Copy label={t("Operator key")} text={newKey.key} />
      <div className="row">
        <Button tone="primary" onClick={() => onKept()}>
          {t("I have kept it, go on")}
        </Button>
      </div>
    </Frame>
  );
}

function Notes({
  ended,
  codeRefused,
  provider,
}: {
  readonly ended: boolean;
  readonly codeRefused: Error | null;
  readonly provider: keyof typeof providerFailures | undefined;
}) {
  return (
    <>
      {ended && codeRefused === null && (
        <div className="note" data-tone="amber" role="status">
          <p>
            {t(
              "Your session has ended: they last half a day, or two hours without a request. Sign in again and you are back where you were.",
            )}
          </p>
        </div>
      )}
      {codeRefused !== null && (
        <div className="note" data-tone="danger" role="alert">
          <p>
            <ApiText>{codeRefused.message}</ApiText>
          </p>
        </div>
      )}
      {provider !== undefined && (
        <div className="note" data-tone="danger" role="alert">
          <p>{providerFailures[provider]}</p>
        </div>
      )}
    </>
  );
}

function WhereFrom() {
  return (
    <details>
      <summary>{t("Where do I get a key?")}</summary>
      <p className="soft">
        {t(
          "An admin makes one for you on the page Operators, or on the machine that runs the service:",
        )}
      </p>
      <Copy label={t("Command line")} text="npx booking operator create YOUR_NAME --role admin" />
    </details>
  );
}

function Frame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = t("{title} · Booking console", { title });
  }, [title]);
  return (
    <main className="sign-in">
      <div className="card sign-in-card stack">
        <div className="brand">
          <img src="/icon.svg" alt="" />
          {t("Booking console")}
        </div>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
