<?php

declare(strict_types=1);

namespace BookingService;

/** @internal An answer with a status from 200 to 299. */
final class Answer
{
    public function __construct(
        public readonly ?array $json,
        public readonly string $requestId,
        /** The service's clock; null when it sent no date. */
        public readonly ?float $date,
        /** @var array<string, string> by lower-case names */
        public readonly array $headers,
    ) {}
}

/** @internal A failed attempt, and whether it may have changed something: "none", "faulted" or "lost". */
final class Fault
{
    public function __construct(
        public readonly BookingError $error,
        public readonly bool $retryable,
        public readonly string $doubt,
    ) {}
}

/** @internal One request: sent, answered or not, and judged by its endpoint and status alone. */
final class Transport
{
    /**
     * @param list<string> $headers
     * @param array<string> $hidden
     */
    public static function send(
        string $endpoint,
        string $url,
        array $headers,
        ?string $body,
        string $requestId,
        float $timeout,
        array $hidden,
    ): Answer|Fault {
        $fields = [];
        $handle = curl_init($url);
        curl_setopt_array($handle, [
            CURLOPT_HTTPHEADER => [...$headers, 'Accept: application/json', "X-Request-Id: $requestId"],
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_TIMEOUT_MS => (int) ceil($timeout * 1000),
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$fields): int {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $fields[strtolower(trim($name))] = trim($value);
                return strlen($line);
            },
        ] + ($body === null ? [] : [CURLOPT_POST => true, CURLOPT_POSTFIELDS => $body]));
        $text = curl_exec($handle);
        $number = curl_errno($handle);
        $status = (int) curl_getinfo($handle, CURLINFO_RESPONSE_CODE);
        curl_close($handle);
        if ($text === false) {
            return self::judgeSilence($number, $requestId);
        }
        $date = self::instant($fields['date'] ?? null);
        $json = json_decode($text, true);
        $json = is_array($json) ? $json : null;
        if ($status >= 200 && $status < 300) {
            return new Answer($json, $requestId, $date, $fields);
        }
        $retryAfter = self::retryAfter($fields['retry-after'] ?? null, $date);
        return self::judge($endpoint, $status, $json ?? [], $retryAfter, $requestId, $hidden);
    }

    private static function judge(
        string $endpoint,
        int $status,
        array $told,
        ?float $retryAfter,
        string $requestId,
        array $hidden,
    ): Fault {
        $code = is_int($told['code'] ?? null) ? $told['code'] : null;
        $why = is_string($told['message'] ?? null) && $told['message'] !== ''
            ? str_replace($hidden, '[hidden]', $told['message'])
            : 'The service, or a gateway before it, gave no message';
        $message = "$why (status $status, request $requestId)";
        // A 500 says that the request is wrong, and is never repeated. A gateway does not know the outcome.
        [$kind, $retryable, $doubt] = match (true) {
            $status < 400 => [RequestError::class, false, 'none'],
            $status === 429 => [RateLimitError::class, true, 'none'],
            $status === 408 => [TemporaryError::class, true, 'none'],
            $status === 503 => [TemporaryError::class, true, 'faulted'],
            $status > 500 => [TemporaryError::class, true, 'lost'],
            $status === 401, $status === 403 => [CredentialsError::class, false, 'none'],
            $endpoint === 'token' && ($status === 400 || $status === 500) => [CredentialsError::class, false, 'none'],
            $endpoint === 'cancel' && $status === 400 => [NotCancellableError::class, false, 'none'],
            default => [RequestError::class, false, 'none'],
        };
        return new Fault(new $kind($message, $status, $code, $requestId, $retryAfter), $retryable, $doubt);
    }

    private static function judgeSilence(int $number, string $requestId): Fault
    {
        if ($number === CURLE_OPERATION_TIMEDOUT) {
            return new Fault(new TimeoutError("No answer came in time (request $requestId)", requestId: $requestId), true, 'lost');
        }
        $neverSent = in_array($number, [CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST], true);
        $message = 'The service could not be reached: ' . curl_strerror($number) . " (request $requestId)";
        return new Fault(new TemporaryError($message, requestId: $requestId), true, $neverSent ? 'none' : 'lost');
    }

    private static function retryAfter(?string $value, ?float $answeredAt): ?float
    {
        if ($value !== null && preg_match('/^\d{1,9}$/', $value) === 1) {
            return (float) $value;
        }
        $at = self::instant($value);
        return $at === null || $answeredAt === null ? null : max(0.0, $at - $answeredAt);
    }

    private static function instant(?string $value): ?float
    {
        $at = $value === null ? false : strtotime($value);
        return $at === false ? null : (float) $at;
    }
}
