import { useMay } from "../../api/session.ts";
import { useChange } from "../../api/queries.ts";
import type { ImportJob } from "../../api/operations.ts";
import { Button } from "../../kit/button.tsx";
import { saveAs } from "../../kit/save-as.ts";
import { Fault } from "../../kit/states.tsx";
import { t } from "../../language/t.ts";
import { useAccount } from "../../shell/account.ts";

/** Offers the left-out lines as a file, to be corrected and imported again. */
export function LeftOutDownload({ job }: { readonly job: ImportJob }) {
  const account = useAccount();
  const mayDownload = useMay("import");
  const download = useChange("downloadSkippedLines");
  if (!mayDownload) return null;
  return (
    <div className="stack-small">
      {download.error !== null && <Fault error={download.error} />}
      <div className="row">
        <Button
          busy={download.isPending}
          onClick={() =>
            download.mutate(
              { path: { ...account, import: job.import } },
              { onSuccess: ({ body }) => saveAs(`left-out.${job.format}`, body.type, body) },
            )
          }
        >
          {t("Download the lines that were left out")}
        </Button>
      </div>
    </div>
  );
}
