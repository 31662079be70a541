import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from "@tanstack/react-query";
import { callApi, type ApiResponse, type Operation, type ApiRequest } from "./call-api.ts";
import type { Operations } from "./operations.ts";

interface Options {
  /** False while the query must not run yet. */
  readonly enabled?: boolean;
  /** The interval of polling while the page is visible. */
  readonly everyMs?: number;
  /** Shows the previous data while other parameters are fetched. */
  readonly keepPrevious?: boolean;
}

/** Fetches an operation's response with its ETag, cached by its parameters. */
export function useApiQuery<O extends Operation>(
  operation: O,
  request: ApiRequest<O>,
  { enabled = true, everyMs, keepPrevious = false }: Options = {},
) {
  return useQuery<ApiResponse<O>>({
    queryKey: [operation, request],
    queryFn: ({ signal }) => callApi(operation, request, signal),
    enabled,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  });
}

/** The operations that answer a list page by page. */
type PagedOperation = {
  [O in Operation]: Operations[O]["answer"] extends Page
    ? Operations[O]["query"] extends { readonly cursor?: string }
      ? O
      : never
    : never;
}[Operation];

interface Page {
  readonly items: readonly unknown[];
  readonly next_cursor: string | null;
}

/** Fetches a list page by page; `items` has the pages fetched so far. */
export function usePages<O extends PagedOperation>(
  operation: O,
  request: ApiRequest<O>,
  { enabled = true }: Pick<Options, "enabled"> = {},
) {
  const query = useInfiniteQuery<
    ApiResponse<O>,
    Error,
    InfiniteData<ApiResponse<O>>,
    unknown[],
    string | null
  >({
    queryKey: [operation, "pages", request],
    queryFn: ({ pageParam, signal }) => {
      const more = pageParam === null ? {} : { cursor: pageParam };
      const next = { ...request, query: { ...request.query, ...more } } as ApiRequest<O>;
      return callApi(operation, next, signal);
    },
    initialPageParam: null,
    getNextPageParam: ({ body }) => body.next_cursor,
    enabled,
  });
  type Item = Operations[O]["answer"]["items"][number];
  const items = query.data?.pages.flatMap<Item>(({ body }) => body.items);
  return { ...query, items };
}

/** Makes a change. After it the queries of what is shown are fetched again, others when they are shown. */
export function useChange<O extends Operation>(operation: O) {
  const client = useQueryClient();
  return useMutation<ApiResponse<O>, Error, ApiRequest<O>>({
    mutationFn: (request) => callApi(operation, request),
    onSuccess: () => client.invalidateQueries(),
  });
}
