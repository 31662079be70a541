import { Link, Outlet, useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { chooseLanguage } from "../language/choose-language.ts";
import { languages, type Language } from "../language/language.ts";
import { language, t } from "../language/t.ts";
import { forgetSession, useSession } from "../api/session.ts";
import { signOut } from "../api/sign-out.ts";
import { Button } from "../kit/button.tsx";
import { forgetDay } from "../pages/desk/forget-day.ts";
import { Toasts } from "../kit/toasts.tsx";
import { useAccountChoice } from "./account.ts";
import { Navigation } from "./navigation.tsx";
import "./shell.css";
import { chooseTheme, useTheme, type Theme } from "./theme.ts";

/** The build replaces this name by the version; in development nothing does. */
declare const programVersion: string | undefined;

/** The frame of every page with a session. */
export function Shell() {
  const [open, setOpen] = useState(false);
  const session = useSession();
  const leave = useSignOut(session === null);
  if (session === null) return null;
  return (
    <div className="shell">
      <a
        className="button skip"
        href="#main"
        onClick={(event) => {
          // The address stays as it is.
          event.preventDefault();
          document.getElementById("main")?.focus();
        }}
      >
        {t("To the page")}
      </a>
      <header className="side">
        <div className="side-top">
          <Link className="brand" to="/">
            <img src="/icon.svg" alt="" />
            {t("Booking console")}
          </Link>
          <Button
            className="menu-button"
            aria-expanded={open}
            aria-controls="menu"
            onClick={() => setOpen(!open)}
          >
            {t("Menu")}
          </Button>
        </div>
        <div className="side-rest" id="menu" data-open={open}>
          <Search onGo={() => setOpen(false)} />
          <Navigation onGo={() => setOpen(false)} />
          <SideFoot
            name={session.operator.name}
            role={session.operator.role ?? session.operator.scopes?.join(", ") ?? ""}
            onLeave={leave}
          />
        </div>
      </header>
      <main className="main" id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Toasts />
    </div>
  );
}

/** The search box of every page; the page of bookings shows what it finds. */
function Search({ onGo }: { readonly onGo: () => void }) {
  const navigate = useNavigate();
  const { chosen } = useAccountChoice();
  const [tenant = "", environment = ""] = chosen.split("/");
  if (chosen === "") return null;
  return (
    <form
      className="nav-search"
      role="search"
      aria-label={t("Whole account")}
      onSubmit={(event) => {
        event.preventDefault();
        const q = (new FormData(event.currentTarget).get("q") as string).trim();
        if (q === "") return;
        event.currentTarget.reset();
        const params = { tenant, environment };
        void navigate({ to: "/at/$tenant/$environment/bookings", params, search: { q } });
        onGo();
      }}
    >
      <label className="nav-title" htmlFor="nav-search">
        {t("Search")}
      </label>
      <input
        id="nav-search"
        className="input"
        name="q"
        type="search"
        maxLength={512}
        autoComplete="off"
        spellCheck={false}
        placeholder={t("Name, id or request")}
      />
    </form>
  );
}

function SideFoot({
  name,
  role,
  onLeave,
}: {
  readonly name: string;
  readonly role: string;
  readonly onLeave: () => void;
}) {
  const theme = useTheme();
  return (
    <div className="side-foot">
      <div className="side-choices">
        <div className="side-theme">
          <label className="nav-title" htmlFor="nav-theme">
            {t("Appearance")}
          </label>
          <select
            id="nav-theme"
            className="input"
            value={theme}
            onChange={({ target }) => chooseTheme(target.value as Theme)}
          >
            <option value="system">{t("System")}</option>
            <option value="light">{t("Light")}</option>
            <option value="dark">{t("Dark")}</option>
          </select>
        </div>
        <LanguageChoice />
      </div>
      <div className="row spread">
        <span className="who">
          <strong>{name}</strong>
          <span className="soft">{role}</span>
        </span>
        <Button tone="quiet" onClick={onLeave}>
          {t("Sign out")}
        </Button>
      </div>
      <p className="row soft">
        <a href="/docs/">{t("Documentation")}</a>
        <a href="/reference">{t("API reference")}</a>
        {typeof programVersion === "string" && (
          <a href="/docs/changelog.html">{t("Version {version}", { version: programVersion })}</a>
        )}
      </p>
    </div>
  );
}

/** Each language is named in itself, so that its readers find it. */
function LanguageChoice() {
  return (
    <div className="side-theme">
      <label className="nav-title" htmlFor="nav-language">
        {t("Language")}
      </label>
      <select
        id="nav-language"
        className="input"
        value={language}
        onChange={({ target }) => chooseLanguage(target.value as Language)}
      >
        {Object.entries(languages).map(([id, name]) => (
          <option key={id} value={id} lang={id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/**
 * Returns what signs out. Where the session has ended by itself, it navigates to the sign-in page, which leads back here
 * afterwards.
 */
function useSignOut(hasEnded: boolean): () => void {
  const navigate = useNavigate();
  const router = useRouter();
  const isSigningOut = useRef(false);
  useEffect(() => {
    if (!hasEnded || isSigningOut.current) return;
    const from = router.state.location.href;
    void forgetDay().then(() => navigate({ to: "/sign-in", search: { from, ended: "true" } }));
  }, [hasEnded, navigate, router]);
  const signOutHere = async () => {
    isSigningOut.current = true;
    await forgetDay();
    await signOut();
    await navigate({ to: "/sign-in" });
    forgetSession();
    // The desk may have stored more while signing out was under way.
    await forgetDay();
  };
  return () => void signOutHere();
}
