import { t } from "../../language/t.ts";

/** What a shop keeps with the booking: its reference, and each key of its data with the value as JSON. */
export function ShopFields({
  booking: { reference, data },
}: {
  readonly booking: {
    readonly reference?: string;
    readonly data?: Readonly<Record<string, unknown>>;
  };
}) {
  return (
    <>
      {reference !== undefined && (
        <>
          <dt>{t("Reference")}</dt>
          <dd>{reference}</dd>
        </>
      )}
      {Object.entries(data ?? {}).map(([key, value]) => (
        <ShopField key={key} name={key} value={value} />
      ))}
    </>
  );
}

function ShopField({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{typeof value === "string" ? value : JSON.stringify(value)}</dd>
    </>
  );
}
