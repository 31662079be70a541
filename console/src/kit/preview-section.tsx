import { useEffect, useId, useRef, type ReactNode } from "react";

/**
 * What the next click does. It takes the focus when it arrives: whoever hears the page is told of it, and a second press
 * of Enter does nothing yet.
 */
export function PreviewSection({
  title,
  shows,
  className,
  children,
}: {
  readonly title: string;
  /** What was computed; another value is another preview. */
  readonly shows: unknown;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // It stands below long fields.
    // A browser may return a promise from it, which is no clean-up of an effect.
    heading.current?.parentElement?.scrollIntoView({ block: "nearest" });
  }, [shows]);
  return (
    <section className={`preview-section ${className}`} aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {children}
    </section>
  );
}
