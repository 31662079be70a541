import { t } from "../../language/t.ts";
import type { Explanation } from "../../api/operations.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { RuleList } from "./explanation-panel.tsx";

/** Shows the rules that refuse a change of a booking. */
export function RefusedDialog({
  title,
  rules,
  zone,
  onClose,
}: Pick<Explanation, "rules"> & {
  readonly title: string;
  readonly zone: string;
  readonly onClose: () => void;
}) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="stack">
        <RuleList rules={rules} zone={zone} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{t("Leave it")}</Button>
        </div>
      </div>
    </Dialog>
  );
}
