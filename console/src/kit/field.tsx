import { Field } from "@base-ui/react/field";
import {
  useContext,
  useId,
  type InputHTMLAttributes,
  type ReactElement,
  type ReactNode,
  type SelectHTMLAttributes,
} from "react";

import { EnglishFields } from "./english-fields.ts";

interface Labelled {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with what stands there, and what to do. */
  readonly wrong?: string | null;
  /** The same, judged when the form is sent and at each change after that. */
  readonly validate?: (value: string) => string | null;
}

/** A labelled input. In a `Form` its `name` is the field of the API's refusals. */
export function TextField({
  label,
  hint,
  wrong,
  validate,
  ...rest
}: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Frame label={label} hint={hint} wrong={wrong} validate={validate} name={rest.name}>
      <input className="input" {...rest} />
    </Frame>
  );
}

/** A labelled choice out of few. */
export function SelectField({
  label,
  hint,
  wrong,
  validate,
  ...rest
}: Labelled & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <Frame label={label} hint={hint} wrong={wrong} validate={validate} name={rest.name}>
      <select className="input" {...rest} />
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
      <input
        type="radio"
        {...rest}
        id={id}
        {...(hint !== undefined && { "aria-describedby": `${id}-hint` })}
      />
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

/** The frame of a labelled control. Base UI ties label, hint and fault to the control for screen readers. */
function Frame({
  label,
  hint,
  wrong,
  validate,
  name,
  children,
}: { readonly [K in keyof Labelled]: Labelled[K] | undefined } & {
  readonly name: string | undefined;
  readonly children: ReactElement<Record<string, unknown>>;
}) {
  const isWrong = typeof wrong === "string";
  const english = useContext(EnglishFields);
  // A fault that is given as `wrong` has the console's language, also where the API's own was in English.
  const isEnglish = name !== undefined && english.has(name) && !isWrong;
  return (
    <Field.Root
      className="field"
      name={name}
      invalid={isWrong}
      validate={validate && ((value) => validate(typeof value === "string" ? value : ""))}
    >
      <Field.Label>{label}</Field.Label>
      <Field.Control render={children} />
      {hint !== undefined && (
        <Field.Description render={<span />} className="hint">
          {hint}
        </Field.Description>
      )}
      {/* Without children it shows what the browser, `validate` or the service says. */}
      <Field.Error
        render={<span />}
        className="wrong"
        role="alert"
        lang={isEnglish ? "en" : undefined}
        {...(isWrong && { match: true, children: wrong })}
      />
    </Field.Root>
  );
}
