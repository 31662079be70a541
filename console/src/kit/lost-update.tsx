import { t } from "../language/t.ts";
import { Button } from "./button.tsx";
import type { GuardedSave } from "./use-guarded-save.ts";

/** A record's fields in words, by their labels. */
export type Described = Readonly<Record<string, string>>;

/** Another operator's save came first: shows their changes, and the choice between the two versions. */
export function LostUpdate<Thing>({
  of: { seen, lost, keepMine, takeTheirs },
  describe,
  canTake = true,
  onTake,
}: {
  readonly of: GuardedSave<Thing>;
  readonly describe: (thing: Thing) => Described;
  /** False where there is no form to fill. */
  readonly canTake?: boolean;
  /** Puts the stored values into fields that do not begin with `start`. */
  readonly onTake?: (current: Thing) => void;
}) {
  if (lost === null) return null;
  const { current } = lost;
  const before = seen === null ? {} : describe(seen);
  const now = current === null ? {} : describe(current.thing);
  const labels = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (label) => before[label] !== now[label],
  );
  return (
    <div className="note stack-small" data-tone="amber" role="alert">
      <strong>
        {seen === null
          ? t("There is one of this name already")
          : t("Somebody changed it meanwhile")}
      </strong>
      <p>
        {t("Nothing was saved, and what you typed is kept.")}{" "}
        {whatSavingDoes(seen !== null, current !== null)}
      </p>
      {current !== null && (
        <dl className="facts">
          {labels.map((label) => (
            <div key={label} className="lost-fact">
              <dt>{label}</dt>
              <dd>
                {seen !== null && (
                  <>
                    <del>{before[label] || t("empty")}</del> →{" "}
                  </>
                )}
                <ins>{now[label] || t("empty")}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="row">
        {current !== null && canTake && (
          <Button
            onClick={() => {
              onTake?.(current.thing);
              takeTheirs();
            }}
          >
            {t("Take theirs")}
          </Button>
        )}
        <Button onClick={keepMine}>{t("Keep mine")}</Button>
      </div>
    </div>
  );
}

function whatSavingDoes(wasSeen: boolean, isThere: boolean): string {
  if (!isThere) return t("It was taken out meanwhile: saving makes it anew.");
  return wasSeen
    ? t("If you keep yours, saving replaces what they changed:")
    : t("If you keep yours, saving replaces what stands there:");
}
