import { Link, Outlet, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ask } from "../api/ask.ts";
import { forgetSession, useSession } from "../api/session.ts";
import { Button } from "../kit/button.tsx";
import { Toasts } from "../kit/toasts.tsx";
import { Navigation } from "./navigation.tsx";
import "./shell.css";
import { chooseTheme, useTheme, type Theme } from "./theme.ts";

/** What stands around every page of somebody who is signed in. */
export function Shell() {
  const [open, setOpen] = useState(false);
  const session = useSession();
  const navigate = useNavigate();
  const theme = useTheme();
  if (session === null) return null;
  const { name, role } = session.operator;
  return (
    <div className="shell">
      <a className="button skip" href="#main">
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
        </div>
        <div className="side-foot side-rest" data-open={open}>
          <label className="field">
            <span className="nav-title">Appearance</span>
            <select
              className="input"
              value={theme}
              onChange={({ target }) => chooseTheme(target.value as Theme)}
            >
              <option value="system">As the machine</option>
              <option value="light">Light</option>
              <option value="dark">Dark</option>
            </select>
          </label>
          <div className="row spread">
            <span>
              {name} <span className="soft">({role})</span>
            </span>
            <Button
              tone="quiet"
              onClick={() => {
                void ask("signOut", {})
                  .catch(() => null)
                  .then(() => {
                    forgetSession();
                    return navigate({ to: "/sign-in" });
                  });
              }}
            >
              Sign out
            </Button>
          </div>
        </div>
      </header>
      <main className="main" id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Toasts />
    </div>
  );
}
