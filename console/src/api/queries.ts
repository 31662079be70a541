import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from "@tanstack/react-query";
import { ask, type Answer, type Operation, type Question } from "./ask.ts";

interface Options {
  /** False: not asked yet. */
  readonly enabled?: boolean;
  /** Asked again that often, while the page is looked at. */
  readonly everyMs?: number;
  /** Shows what was there before while other parameters are asked for. */
  readonly keepPrevious?: boolean;
}

/** What an operation answers, remembered by its parameters, with its ETag. */
export function useAnswer<O extends Operation>(
  operation: O,
  question: Question<O>,
  { enabled = true, everyMs, keepPrevious = false }: Options = {},
) {
  return useQuery<Answer<O>>({
    queryKey: [operation, question],
    queryFn: ({ signal }) => ask(operation, question, signal),
    enabled,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  });
}

interface Page {
  readonly items: readonly unknown[];
  readonly next_cursor: string | null;
}

/** A list page by page; `items` is what was fetched so far. */
export function usePages<O extends Operation>(
  operation: O,
  question: Question<O>,
  { enabled = true }: Pick<Options, "enabled"> = {},
) {
  const query = useInfiniteQuery<
    Answer<O>,
    Error,
    InfiniteData<Answer<O>>,
    unknown[],
    string | null
  >({
    queryKey: [operation, "pages", question],
    queryFn: ({ pageParam, signal }) => {
      const more = pageParam === null ? {} : { cursor: pageParam };
      const { query: asked } = question as { query?: object };
      const next = { ...question, query: { ...asked, ...more } } as Question<O>;
      return ask(operation, next, signal);
    },
    initialPageParam: null,
    getNextPageParam: ({ body }) => (body as Page).next_cursor,
    enabled,
  });
  type Item = Answer<O>["body"] extends { readonly items: readonly (infer I)[] } ? I : never;
  const items = query.data?.pages.flatMap(({ body }) => (body as Page).items as Item[]);
  return { ...query, items };
}

/** A change; whatever was remembered is asked for again after it. */
export function useChange<O extends Operation>(operation: O) {
  const client = useQueryClient();
  return useMutation<Answer<O>, Error, Question<O>>({
    mutationFn: (question) => ask(operation, question),
    onSuccess: () => client.invalidateQueries(),
  });
}
