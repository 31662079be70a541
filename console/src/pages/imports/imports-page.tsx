import { useState } from "react";
import { t } from "../../language/t.ts";
import { useApiQuery } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import { PageHeader } from "../../kit/page-header.tsx";
import { Empty, Shown } from "../../kit/states.tsx";
import { useAccount } from "../../shell/account.ts";
import { ImportForm, type SentFile } from "./import-form.tsx";
import { ImportJobCard } from "./import-job-card.tsx";
import { TemplateFiles } from "./template-files.tsx";
import "./imports.css";

/** Imports of data files, followed while they run, with their results. */
export function ImportsPage() {
  const account = useAccount();
  const mayImport = useMay("import");
  const [sent, setSent] = useState<readonly SentFile[]>([]);
  const [running, setRunning] = useState(false);
  const jobs = useApiQuery("listImports", { path: account }, { everyMs: running ? 400 : 5_000 });
  const anyRuns = jobs.data?.body.items.some(({ state }) => state === "running") ?? false;
  if (anyRuns !== running) setRunning(anyRuns);
  return (
    <>
      <PageHeader title={t("Imports")} eyebrow={`${account.tenant}/${account.environment}`} />
      <div className="stack">
        {mayImport && <ImportForm onSent={(file) => setSent([file, ...sent])} />}
        <TemplateFiles />
        <h2>{t("Imports so far")}</h2>
        <p className="soft">
          {t(
            "The last 100 are remembered for 30 days, the lines that they left out for seven; what each changed stands in the audit log for good.",
          )}
        </p>
        <Shown of={jobs} what={t("imports")}>
          {({ body: { items } }) =>
            items.length === 0 ? (
              <Empty title={t("No import yet")}>
                {mayImport
                  ? t("Choose a data file above. “Only check” changes nothing.")
                  : t("An admin can import data files here.")}
              </Empty>
            ) : (
              <ol className="stack" aria-label={t("Imports")}>
                {items.map((job) => (
                  <li key={job.import}>
                    <ImportJobCard
                      job={job}
                      file={sent.find((each) => each.job === job.import) ?? null}
                    />
                  </li>
                ))}
              </ol>
            )
          }
        </Shown>
      </div>
    </>
  );
}
