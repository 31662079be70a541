/** Icons beside words, on a grid of 24; they add no meaning to the words. */
const drawings = {
  overview: "M3 12h4l3 8 4-16 3 8h4",
  accounts: "M4 20V8l8-4 8 4v12M9 20v-6h6v6M4 20h16",
  operators: "M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 21c0-4 3.6-6.5 8-6.5s8 2.5 8 6.5",
  requests: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 21 21",
  audit: "M6 3h9l4 4v14H6zM9.5 10h6M9.5 13.5h6M9.5 17h4",
  desk: "m4 12.5 5 5L20 6.5",
  bookings: "M4 7h16v4a2 2 0 0 0 0 4v3H4v-3a2 2 0 0 0 0-4zM14 7v11",
  campaigns: "M4 10v4l12 5V5zM16 9a3.5 3.5 0 0 1 0 6M7 15.5V20h3v-3.4",
  slots: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M9 14h2M13 14h2M9 17h2",
  report: "M4 20h16M7 20v-7M12 20V5M17 20v-10",
  credentials: "M8 15a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm4-4h9v4M17 11v3",
  webhooks: "M5 12h9M10 7l5 5-5 5M19 4v16",
  sessions: "M4 5h16v11H4zM9 20h6M12 16v4",
  changes: "M4 7h11l-3-3M20 17H9l3 3M4 12h16",
  earlier: "M19 12H5M11 6l-6 6 6 6",
  later: "M5 12h14M13 6l6 6-6 6",
  imports: "M12 4v11M7.5 11 12 15.5 16.5 11M4 20h16",
  contacts:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-3.5 2.9-5.5 6.5-5.5s6.5 2 6.5 5.5M16 11.5a3 3 0 1 0-1.5-5.6M17.5 14.8c2.4.5 4 2.3 4 5.2",
  pencil: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  account:
    "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2",
} as const;

export type IconName = keyof typeof drawings;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={drawings[name]} />
    </svg>
  );
}
