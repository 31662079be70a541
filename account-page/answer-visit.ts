import type { IncomingMessage } from "node:http";
import { findRoute } from "./routes/find-route.ts";
import { messageView } from "./views/problem-view.ts";
import { page, redirect, type Answer } from "./web/answer.ts";
import { findAsset } from "./web/assets.ts";
import { cookie, cookieName, readCookies } from "./web/cookies.ts";
import { comesFromElsewhere, lacksToken } from "./web/is-forged.ts";
import { readForm } from "./web/read-form.ts";
import { readTarget } from "./web/read-target.ts";
import { chooseLanguage, readLanguage, wordsOf } from "./words/choose-language.ts";
import type { Shop, Visit } from "./visit.ts";

export interface Request {
  readonly message: IncomingMessage;
  readonly requestId: string;
  readonly now: Date;
  readonly signal: AbortSignal;
}

const yearSeconds = 365 * 86_400;

/** Parses a request, refuses forged ones, and answers. `publicUrl` is null when it is not set. */
export async function answerVisit(
  { message, requestId, now, signal }: Request,
  shop: Shop,
  publicUrl: URL | null,
): Promise<Answer> {
  const url = readTarget(message.url);
  const asset = findAsset(url.pathname);
  if (asset !== null) return keptForever(asset);

  const cookies = readCookies(message.headers.cookie);
  const find = (name: string) => cookies.get(cookieName(name, shop.secure));
  const language = chooseLanguage(find("language"), message.headers["accept-language"]);
  const visit: Visit = {
    url,
    form: new URLSearchParams(),
    origin: publicUrl?.origin ?? `http://${message.headers.host}`,
    language,
    words: wordsOf[language],
    session: shop.sessions.find(find("session"), now.getTime()),
    now,
    signal,
    requestId,
  };
  const { words, session } = visit;

  const route = findRoute(url.pathname);
  if (route === null) return page(messageView(visit, words.notFound), 404);
  const posts = message.method === "POST";
  const reads = message.method === "GET" || message.method === "HEAD";
  const read = reads ? route.GET : undefined;
  const asked = posts ? route.POST : read;
  if (asked === undefined) {
    const allow = [route.GET && "GET, HEAD", route.POST && "POST"].filter(Boolean).join(", ");
    return page(messageView(visit, words.notFound), 405, { allow });
  }
  if (reads && url.searchParams.has("language")) return chooseAnother(url, shop);
  if (!posts) return askedFor(visit);

  const form = await readForm(message);
  if (!(form instanceof URLSearchParams)) {
    // An unread body must not be parsed as the next request.
    const headers = { connection: "close" };
    return page(messageView(visit, words.badRequest), form === "too large" ? 413 : 415, headers);
  }
  const forged =
    comesFromElsewhere(message.headers, publicUrl) ||
    (session !== null && url.pathname !== "/sign-in" && lacksToken(form, session.formToken));
  if (forged) return page(messageView(visit, words.staleForm), 403);
  return askedFor({ ...visit, form });

  function askedFor(the: Visit): Answer | Promise<Answer> {
    if (asked?.for === "everybody") return asked.answer(the, shop);
    if (asked === undefined || the.session === null) return redirect("/sign-in");
    return asked.answer({ ...the, session: the.session }, shop);
  }
}

/** Stores the chosen language and shows the same page again. */
function chooseAnother(url: URL, { secure }: Shop): Answer {
  const language = readLanguage(url.searchParams.get("language"));
  const query = new URLSearchParams(url.searchParams);
  query.delete("language");
  const path = query.size === 0 ? url.pathname : `${url.pathname}?${query.toString()}`;
  return redirect(
    path,
    language === null ? [] : [cookie("language", language, { secure, maxAgeSeconds: yearSeconds })],
  );
}

function keptForever(body: NonNullable<ReturnType<typeof findAsset>>): Answer {
  return {
    status: 200,
    headers: { "cache-control": `public, max-age=${yearSeconds}, immutable` },
    body,
  };
}
