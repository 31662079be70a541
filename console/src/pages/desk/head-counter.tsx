import type { HeadCount } from "./count-people.ts";

/** How many of those expected are here. */
export function HeadCounter({
  people: { expected, here, waiting },
}: {
  readonly people: HeadCount;
}) {
  const share = expected === 0 ? 0 : (here / expected) * 100;
  return (
    <div className="desk-count" role="group" aria-label="Arrived">
      <p className="num">
        <strong>{here}</strong> of {expected} arrived
      </p>
      <div className="desk-bar" aria-hidden="true">
        <div style={{ width: `${share}%` }} />
      </div>
      <p className="soft num">
        {expected - here} to come{waiting > 0 && `, ${waiting} on the waitlist`}
      </p>
    </div>
  );
}
