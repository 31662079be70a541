import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { t } from "../../language/t.ts";
import { callApi } from "../../api/call-api.ts";
import { useAccount } from "../../shell/account.ts";
import { withGuess, type Mapping, type SheetPreview } from "./mapping.ts";
import { mappingText, readMapping } from "./mapping-file.ts";

/** The beginning of a spreadsheet, in which a person sees what its columns are. */
interface Beginning {
  readonly id: number;
  readonly text: string;
  readonly isPart: boolean;
}

const beginningBytes = 256 * 1024;
/** A person types a word without a question after each letter. */
const restMs = 300;

type DateOrder = "dmy" | "mdy" | "ymd";

export interface Sheet {
  readonly preview: SheetPreview | undefined;
  readonly error: Error | null;
  /** Null where the columns have the names of a booking's fields and nobody said otherwise. */
  readonly mapping: Mapping | null;
  readonly setMapping: (mapping: Mapping | null) => void;
  /** The order of its dates; empty where its rows show it. */
  readonly dates: string;
  readonly setDates: (dates: string) => void;
  /** Why a file that was chosen cannot be used. */
  readonly wrong: string | null;
  readonly openSheet: (file: File | null) => Promise<void>;
  readonly openMapping: (file: File | null) => Promise<void>;
}

/** A spreadsheet that was chosen, with what the service says of its columns as they are mapped. */
export function useSheet(): Sheet {
  const [beginning, setBeginning] = useState<Beginning | null>(null);
  const [mapping, setMapping] = useState<Mapping | null>(null);
  const [guess, setGuess] = useState<SheetPreview["guess"] | null>(null);
  const [loaded, setLoaded] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [dates, setDates] = useState("");
  const asked = usePreview(beginning, mapping, dates);
  const preview = beginning === null ? undefined : asked.data?.body;
  if (preview !== undefined && !asked.isPlaceholderData) {
    if (loaded !== null) {
      setLoaded(null);
      const read = readMapping(
        loaded,
        preview.columns.map(({ name }) => name),
      );
      if (read === null)
        setWrong(t("The file with the mapping is not one JSON object with columns."));
      setMapping(read ?? preview.guess);
      if (read?.dates !== undefined) setDates(read.dates);
    }
    if (JSON.stringify(preview.guess) !== JSON.stringify(guess)) {
      setGuess(preview.guess);
      if (mapping !== null) setMapping(withGuess(mapping, guess, preview.guess));
      else if (!preview.names_are_fields && loaded === null) setMapping(preview.guess);
    }
  }
  return {
    preview,
    error: asked.error,
    mapping: mapping && { ...mapping, dates },
    setMapping,
    dates,
    setDates,
    wrong,
    openSheet: async (file) => {
      setMapping(null);
      setGuess(null);
      setWrong(null);
      const opened = file === null ? null : await readBeginning(file);
      if (typeof opened === "string") setWrong(opened);
      setBeginning(typeof opened === "string" ? null : opened);
    },
    openMapping: async (file) => {
      setWrong(null);
      setLoaded(file === null ? null : await file.text());
    },
  };
}

/** What the service says of the sheet by this mapping. */
function usePreview(beginning: Beginning | null, mapping: Mapping | null, dates: string) {
  const path = useAccount();
  const map = useSettled(mapping === null ? "" : mappingText(mapping));
  const interaction = mapping?.fixed["interaction"] ?? "";
  const order = isOrder(dates) ? { dates } : {};
  return useQuery({
    queryKey: ["previewSpreadsheet", path, beginning?.id, map, interaction, dates],
    queryFn: ({ signal }) =>
      callApi(
        "previewSpreadsheet",
        {
          path,
          query: {
            part: beginning?.isPart ?? false,
            ...order,
            ...(interaction !== "" && { interaction }),
          },
          body: bodyOf(beginning?.text ?? "", map),
        },
        signal,
      ),
    enabled: beginning !== null,
    placeholderData: keepPreviousData,
  });
}

function isOrder(dates: string): dates is DateOrder {
  return ["dmy", "mdy", "ymd"].includes(dates);
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** JSON has no line end inside a text. */
export function bodyOf(text: string, map: string): string {
  return map === "" ? text : `map=${map.replaceAll(/[\r\n]+/g, " ")}\n${text}`;
}

let opened = 0;

/** The first rows, up to the last line end; or why they cannot be read. */
async function readBeginning(file: File): Promise<Beginning | string> {
  const isPart = file.size > beginningBytes;
  const bytes = new Uint8Array(await file.slice(0, beginningBytes).arrayBuffer());
  const end = isPart ? bytes.lastIndexOf(0x0a) + 1 : bytes.length;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, end));
    opened += 1;
    return { id: opened, text, isPart };
  } catch {
    return t("The file is not in UTF-8: save it as “CSV UTF-8”, then choose it again.");
  }
}
