import { useId, type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes } from "react";

interface Labelled {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with what stands there, and what to do. */
  readonly wrong?: string | null;
}

/** A labelled input; hint and fault are tied to it for readers of the screen. */
export function TextField({
  label,
  hint,
  wrong = null,
  ...rest
}: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} wrong={wrong}>
      <input className="input" {...rest} {...tied(id, hint, wrong)} />
    </Frame>
  );
}

/** A labelled choice out of few. */
export function SelectField({
  label,
  hint,
  wrong = null,
  children,
  ...rest
}: Labelled & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} wrong={wrong}>
      <select className="input" {...rest} {...tied(id, hint, wrong)}>
        {children}
      </select>
    </Frame>
  );
}

/** A labelled tick. */
export function CheckField({
  label,
  ...rest
}: { readonly label: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="check">
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </label>
  );
}

/** One of several choices, with what follows from it; of one `name` only one is chosen. */
export function RadioField({
  label,
  hint,
  ...rest
}: {
  readonly label: string;
  readonly hint?: ReactNode;
} & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div className="radio">
      <input type="radio" {...rest} {...tied(id, hint, null)} />
      <span>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <span className="hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </span>
    </div>
  );
}

function Frame({
  id,
  label,
  hint,
  wrong,
  children,
}: Labelled & { readonly id: string; readonly children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {wrong !== null && (
        <span className="wrong" id={`${id}-wrong`} role="alert">
          {wrong}
        </span>
      )}
    </div>
  );
}

function tied(id: string, hint: ReactNode, wrong: string | null | undefined) {
  const by = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(wrong === null || wrong === undefined ? [] : [`${id}-wrong`]),
  ].join(" ");
  return {
    id,
    ...(by !== "" && { "aria-describedby": by }),
    ...(typeof wrong === "string" && { "aria-invalid": true as const }),
  };
}
