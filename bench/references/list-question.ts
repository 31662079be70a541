/** The parameters of the measured lists; the references parse nothing else. */
export interface ListQuestion {
  readonly externalId: string;
  readonly pageSize: number;
  readonly pageNumber: number;
}

export function readListQuestion(url: string): ListQuestion {
  const parameters = new URLSearchParams(url.slice(url.indexOf("?") + 1));
  return {
    externalId: parameters.get("external_id") ?? "",
    pageSize: Number(parameters.get("page_size") ?? 100),
    pageNumber: Number(parameters.get("page_number") ?? 1),
  };
}
