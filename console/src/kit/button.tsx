import type { ButtonHTMLAttributes } from "react";
import { t } from "../language/t.ts";

type Tone = "plain" | "primary" | "danger" | "quiet";

/** A button; `busy` disables it and shows that its action is under way. */
export function Button({
  tone = "plain",
  busy = false,
  type = "button",
  disabled,
  className = "",
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { readonly tone?: Tone; readonly busy?: boolean }) {
  return (
    <button
      {...rest}
      type={type}
      className={`button ${className}`}
      data-tone={tone}
      aria-busy={busy || undefined}
      disabled={disabled === true || busy}
    >
      {busy ? t("Working…") : children}
    </button>
  );
}
