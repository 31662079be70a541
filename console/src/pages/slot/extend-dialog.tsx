import { t } from "../../language/t.ts";
import { useChange } from "../../api/queries.ts";
import { FormDialog } from "../../kit/dialog-form.tsx";
import { SelectField } from "../../kit/field.tsx";
import { textIn } from "../../kit/text-in.ts";
import { tell } from "../../kit/toasts.tsx";
import { instantWords } from "../../kit/instant-words.ts";
import { useAccount } from "../../shell/account.ts";
import type { Hold } from "./kept-seats.ts";

const minutesOffered = [5, 10, 15, 30, 60] as const;

/** Asks until when a hold lasts, counted from now. */
export function ExtendDialog({
  hold,
  zone,
  onClose,
}: {
  readonly hold: Hold;
  readonly zone: string;
  readonly onClose: () => void;
}) {
  const extend = useChange("extendHold");
  const path = { ...useAccount(), hold: hold.hold };
  return (
    <FormDialog
      title={t("Extend this hold")}
      description={t("It lasts a day at most, and not beyond the moment when bookings close.")}
      submit={t("Extend")}
      busy={extend.isPending}
      error={extend.error}
      onClose={onClose}
      onSubmit={(typed) =>
        extend.mutate(
          { path, body: { seconds: Number(textIn(typed, "minutes")) * 60 } },
          {
            onSuccess: ({ body: { expires_at: at } }) => {
              tell(t("The hold lasts until {when}.", { when: instantWords(at, zone, "time") }));
              onClose();
            },
          },
        )
      }
    >
      <SelectField name="minutes" label={t("It ends")} defaultValue="10">
        {minutesOffered.map((minutes) => (
          <option key={minutes} value={minutes}>
            {t("{minutes} minutes from now", { minutes })}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
