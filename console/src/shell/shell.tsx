import { Link, Outlet, useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { ask } from "../api/ask.ts";
import { forgetSession, useSession } from "../api/session.ts";
import { Button } from "../kit/button.tsx";
import { forgetDay } from "../pages/desk/forget-day.ts";
import { Toasts } from "../kit/toasts.tsx";
import { Navigation } from "./navigation.tsx";
import "./shell.css";
import { chooseTheme, useTheme, type Theme } from "./theme.ts";

/** What stands around every page of somebody who is signed in. */
export function Shell() {
  const [open, setOpen] = useState(false);
  const session = useSession();
  const leave = useLeave(session === null);
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
        To the page
      </a>
      <header className="side">
        <div className="side-top">
          <Link className="brand" to="/">
            <img src="/icon.svg" alt="" />
            Booking console
          </Link>
          <Button
            className="menu-button"
            aria-expanded={open}
            aria-controls="menu"
            onClick={() => setOpen(!open)}
          >
            Menu
          </Button>
        </div>
        <div className="side-rest" id="menu" data-open={open}>
          <Navigation onGo={() => setOpen(false)} />
          <SideFoot name={session.operator.name} role={session.operator.role} onLeave={leave} />
        </div>
      </header>
      <main className="main" id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Toasts />
    </div>
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
      <div className="side-theme">
        <label className="nav-title" htmlFor="nav-theme">
          Appearance
        </label>
        <select
          id="nav-theme"
          className="input"
          value={theme}
          onChange={({ target }) => chooseTheme(target.value as Theme)}
        >
          <option value="system">As the machine</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </div>
      <div className="row spread">
        <span className="who">
          <strong>{name}</strong>
          <span className="soft">{role}</span>
        </span>
        <Button tone="quiet" onClick={onLeave}>
          Sign out
        </Button>
      </div>
    </div>
  );
}

/** Signing out; and when the session has ended by itself, to the sign-in page, and back afterwards. */
function useLeave(ended: boolean): () => void {
  const navigate = useNavigate();
  const router = useRouter();
  const leaving = useRef(false);
  useEffect(() => {
    if (!ended || leaving.current) return;
    forgetDay();
    const from = router.state.location.href;
    void navigate({ to: "/sign-in", search: { from, ended: "true" } });
  }, [ended, navigate, router]);
  return () => {
    leaving.current = true;
    forgetDay();
    void ask("signOut", {})
      .catch(() => null)
      .then(() => navigate({ to: "/sign-in" }))
      .then(forgetSession)
      // Also what was kept while signing out was under way.
      .then(forgetDay);
  };
}
