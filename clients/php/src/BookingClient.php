<?php

declare(strict_types=1);

namespace BookingService;

/** Lists the bookings of a contact, and cancels one. */
final class BookingClient
{
    private const FIRST_BACKOFF = 0.5;
    private const LONGEST_BACKOFF = 30.0;
    private const SPREAD = 0.5;

    /** @var array{token: string, renewAt: float}|null */
    private ?array $token = null;
    private ?string $refused = null;
    private readonly string $origin;

    /**
     * Times are in seconds.
     *
     * @param ?string $tokenFile shares the token between processes, as of php-fpm; a path that only its user can read
     */
    public function __construct(
        string $baseUrl,
        private readonly string $clientId,
        #[\SensitiveParameter] private readonly string $clientSecret,
        private readonly string $audience,
        private readonly ?string $tokenFile = null,
        private readonly float $timeout = 10.0,
        private readonly float $totalTimeout = 30.0,
        private readonly int $retries = 3,
        private readonly float $maxRetryAfter = 15.0,
    ) {
        if (preg_match('#^https?://[^/]#', $baseUrl) !== 1) {
            throw new RequestError('baseUrl begins with https:// or http://.');
        }
        $this->origin = (string) preg_replace('#(/v1)?/*$#', '', $baseUrl);
    }

    /**
     * One page. `$filters` has the interface's names: `public_key`, `interaction`, `slot_date_range.from` and `.to`,
     * `booking_status` (a list), `language`, `page_number`, `page_size`. With `$cancellable` the page's `cancellable` has
     * for each booking why a cancel would be refused now, null where it would not; without it, and where the service does
     * not say, it is null.
     *
     * @param array<string, string|int|list<string>> $filters
     * @return array{bookings: list<array<string, mixed>>, page_number: int, page_size: int, total_count: int, cancellable: ?array<string, ?string>}
     */
    public function listBookings(string $externalId, array $filters = [], bool $cancellable = false): array
    {
        return $this->readPage($externalId, $filters, $cancellable ? ['Prefer: cancellable'] : [])[0];
    }

    /**
     * Every booking, page by page. None comes twice, and none is left out when some are cancelled meanwhile.
     *
     * @param array<string, string|int|list<string>> $filters
     * @return \Generator<int, array<string, mixed>>
     */
    public function bookings(string $externalId, array $filters = []): \Generator
    {
        [$given, $number, $total, $inVain] = [[], 1, 0, 0];
        while (true) {
            $page = $this->listBookings($externalId, ['page_number' => $number] + $filters);
            $filters['page_size'] = $size = $page['page_size'];
            $before = ($number - 1) * $size;
            $gone = $total - $page['total_count'];
            $total = $page['total_count'];
            // Bookings that left an earlier page moved the others forward: step back by as many.
            if ($gone > 0 && $before > 0 && $inVain < 100) {
                $inVain += 1;
                $number = intdiv(max(0, $before - $gone), $size) + 1;
                continue;
            }
            foreach ($page['bookings'] as $booking) {
                if (!isset($given[$booking['booking']])) {
                    $given[$booking['booking']] = true;
                    $inVain = 0;
                    yield $booking;
                }
            }
            if ($page['bookings'] === [] || ($total > 0 && $before + $size >= $total)) {
                return;
            }
            $number += 1;
        }
    }

    /**
     * Cancels. A lost answer is repeated under the same key and, with `$externalId`, settled by reading. The outcome is
     * `cancelled`, `already-cancelled`, or `unknown` where it could not be read: list later, or repeat with the key.
     *
     * @return array{outcome: string, idempotency_key: string, reason: ?BookingError}
     */
    public function cancelBooking(
        string $booking,
        ?string $externalId = null,
        ?string $idempotencyKey = null,
        ?string $reason = null,
    ): array {
        $began = microtime(true);
        $key = $idempotencyKey ?? self::uuid();
        $headers = ['Content-Type: application/json', "Idempotency-Key: $key"];
        if ($reason !== null) {
            $headers[] = 'X-Cancel-Reason: ' . rawurlencode($reason);
        }
        $url = "{$this->origin}/v1/interactions:cancelInteractionBooking";
        $body = (string) json_encode(['booking' => $booking]);
        [$answer, $error, $doubt] = $this->call('cancel', $url, $headers, $body, array_filter([$reason]));
        if ($answer !== null && $answer->json === []) {
            return ['outcome' => 'cancelled', 'idempotency_key' => $key, 'reason' => null];
        }
        if ($answer !== null) {
            $error = new RequestError("The answer is not the service's (request {$answer->requestId})");
            $doubt = 'lost';
        }
        $refused = $error instanceof NotCancellableError;
        [$status, $since] = $externalId !== null && ($refused || $doubt !== 'none')
            ? $this->readStatus($booking, $externalId, $began)
            : [null, false];
        if ($status === 'CANCELLED') {
            $outcome = $doubt !== 'none' && $since ? 'cancelled' : 'already-cancelled';
            return ['outcome' => $outcome, 'idempotency_key' => $key, 'reason' => null];
        }
        if (($refused && $doubt !== 'none' && $status === null) || (!$refused && $doubt === 'lost')) {
            return ['outcome' => 'unknown', 'idempotency_key' => $key, 'reason' => $error];
        }
        throw $error;
    }

    /** @return array{0: ?string, 1: bool} the status, and whether it began during this call by the service's clock */
    private function readStatus(string $booking, string $externalId, float $began): array
    {
        try {
            for ($number = 1; ; $number += 1) {
                [$page, $date] = $this->readPage($externalId, ['page_number' => $number]);
                foreach ($page['bookings'] as $one) {
                    if ($one['booking'] === $booking) {
                        $ahead = $date === null ? 0.0 : $date - microtime(true);
                        // Times on the wire are cut to seconds.
                        return [$one['booking_status'], strtotime($one['booked_at']) >= $began + $ahead - 1];
                    }
                }
                if ($page['bookings'] === [] || $page['total_count'] <= $number * $page['page_size']) {
                    return [null, false];
                }
            }
        } catch (BookingError) {
            return [null, false];
        }
    }

    /**
     * @param array<string, string|int|list<string>> $filters
     * @param list<string> $headers
     * @return array{0: array{bookings: list<array<string, mixed>>, page_number: int, page_size: int, total_count: int, cancellable: ?array<string, ?string>}, 1: ?float}
     */
    private function readPage(string $externalId, array $filters, array $headers = []): array
    {
        $pairs = [];
        foreach (['external_id' => $externalId] + $filters as $name => $values) {
            foreach ((array) $values as $value) {
                $pairs[] = rawurlencode($name) . '=' . rawurlencode((string) $value);
            }
        }
        $url = "{$this->origin}/v1/interactions:fetchContactBookings?" . implode('&', $pairs);
        [$answer, $error] = $this->call('list', $url, $headers, null, [$externalId]);
        if ($answer === null) {
            throw $error;
        }
        if (!isset($answer->json['page_number'], $answer->json['page_size'])) {
            throw new RequestError("The answer is no list. Is baseUrl your API host? (request {$answer->requestId})");
        }
        // An empty list has neither field.
        $page = $answer->json + ['bookings' => [], 'total_count' => 0];
        return [$page + ['cancellable' => self::readCancellable($page['bookings'], $answer->headers)], $answer->date];
    }

    /**
     * @param list<array<string, mixed>> $bookings
     * @param array<string, string> $headers
     * @return ?array<string, ?string>
     */
    private static function readCancellable(array $bookings, array $headers): ?array
    {
        if (($headers['preference-applied'] ?? '') !== 'cancellable') {
            return null;
        }
        $reasons = [];
        foreach (explode(', ', $headers['x-not-cancellable'] ?? '') as $one) {
            [$booking, $reason] = explode(';reason=', $one, 2) + [1 => ''];
            $reasons[$booking] = $reason;
        }
        $found = [];
        foreach ($bookings as ['booking' => $booking, 'booking_status' => $status]) {
            $found[$booking] = $status === 'CANCELLED' ? 'ticket-already-cancelled' : $reasons[$booking] ?? null;
        }
        return $found;
    }

    /**
     * Sends until it is answered, refused for good, or the limits are reached.
     *
     * @param list<string> $headers
     * @param array<string> $hidden texts that no error's message may hold
     * @return array{0: ?Answer, 1: ?BookingError, 2: string} the answer or the error, and whether a change is in doubt
     */
    private function call(string $endpoint, string $url, array $headers, ?string $body, array $hidden): array
    {
        $deadline = microtime(true) + $this->totalTimeout;
        [$doubt, $faults, $tokenRefused] = ['none', 0, false];
        while (true) {
            $token = null;
            try {
                $token = $endpoint === 'token' ? null : $this->currentToken();
            } catch (BookingError $error) {
                return [null, $error, $doubt];
            }
            $sent = $token === null ? $headers : [...$headers, "Authorization: Bearer $token"];
            $timeout = min($this->timeout, max(0.001, $deadline - microtime(true)));
            $secrets = array_filter([...$hidden, $token]);
            $answer = Transport::send($endpoint, $url, $sent, $body, self::uuid(), $timeout, $secrets);
            if ($answer instanceof Answer) {
                return [$answer, null, $doubt];
            }
            if ($answer->doubt !== 'none' && $doubt !== 'lost') {
                $doubt = $answer->doubt;
            }
            if ($answer->error->status === 401 && $token !== null) {
                $this->refused = $token;
                $this->token = null;
                if (!$tokenRefused) {
                    $tokenRefused = true;
                    continue;
                }
            }
            $faults += 1;
            $asked = $answer->error->retryAfter;
            $ceiling = min(self::LONGEST_BACKOFF, self::FIRST_BACKOFF * 2 ** ($faults - 1));
            $random = mt_rand() / mt_getrandmax();
            $wait = $asked === null ? $ceiling * $random : $asked + self::SPREAD * $random;
            $isLast = !$answer->retryable || $faults > $this->retries || ($asked ?? 0) > $this->maxRetryAfter;
            if ($isLast || microtime(true) + $wait >= $deadline) {
                return [null, $answer->error, $doubt];
            }
            usleep((int) ($wait * 1e6));
        }
    }

    private function currentToken(): string
    {
        if ($this->token === null || microtime(true) >= $this->token['renewAt']) {
            if ($this->tokenFile !== null) {
                return (new TokenFile($this->tokenFile))->current($this->refused, $this->requestToken(...));
            }
            $this->token = $this->requestToken();
        }
        return $this->token['token'];
    }

    /** @return array{token: string, renewAt: float} */
    private function requestToken(): array
    {
        $began = microtime(true);
        $body = (string) json_encode([
            'client_id' => $this->clientId,
            'client_secret' => $this->clientSecret,
            'audience' => $this->audience,
            'grant_type' => 'client_credentials',
        ]);
        $headers = ['Content-Type: application/json'];
        [$answer, $error] = $this->call('token', "{$this->origin}/v1/oauth:token", $headers, $body, [$this->clientSecret]);
        if ($answer === null) {
            throw $error;
        }
        [$token, $life] = [$answer->json['access_token'] ?? null, $answer->json['expires_in'] ?? null];
        if (!is_string($token) || !is_numeric($life)) {
            throw new RequestError("The answer holds no token. Is baseUrl your API host? (request {$answer->requestId})");
        }
        // 60 seconds before its end, or after nine tenths of a short life, spread over half of what is left.
        $earliest = max($life * 0.9, $life - 60);
        $spread = ($life - $earliest) / 2 * mt_rand() / mt_getrandmax();
        return ['token' => $token, 'renewAt' => $began + $earliest + $spread];
    }

    private static function uuid(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0F | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3F | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }
}
