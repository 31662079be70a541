<?php

declare(strict_types=1);

namespace BookingService;

/** The post was not signed by the service, or long ago. Answer 400 and do nothing. */
final class WebhookError extends \RuntimeException {}

/** Checks the posts of the service's webhooks, by Standard Webhooks. */
final class Webhook
{
    /**
     * Returns the event: `id` (the same for a repetition), `type`, `timestamp` and `data`, a line of the feed.
     *
     * `$body` is the text as it arrived (`file_get_contents('php://input')`), `$headers` those of `getallheaders()`,
     * `$secret` is `whsec_…`. Signatures are compared in constant time. Posts that are more than `$tolerance` seconds off
     * are refused.
     *
     * @param array<string, string> $headers
     * @return array{id: string, type: string, timestamp: string, data: array<string, mixed>}
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter] string $secret,
        int $tolerance = 300,
        ?int $now = null,
    ): array {
        $fields = array_change_key_case($headers);
        $id = self::field($fields, 'webhook-id');
        $timestamp = self::field($fields, 'webhook-timestamp');
        if (preg_match('/^\d{1,12}$/D', $timestamp) !== 1 || abs(($now ?? time()) - (int) $timestamp) > $tolerance) {
            throw new WebhookError("The webhook's timestamp is not within the tolerance.");
        }
        $key = base64_decode((string) preg_replace('/^whsec_/', '', $secret), true);
        if ($key === false) {
            throw new WebhookError("The webhook's secret is not the text that begins with whsec_.");
        }
        $good = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        // While a secret is rotated there is a signature of each.
        $isGood = false;
        foreach (explode(' ', self::field($fields, 'webhook-signature')) as $given) {
            $isGood = hash_equals($good, $given) || $isGood;
        }
        if (!$isGood) {
            throw new WebhookError("The webhook's signature is not good.");
        }
        return ['id' => $id] + json_decode($body, true, flags: JSON_THROW_ON_ERROR);
    }

    /** @param array<string, string> $fields */
    private static function field(array $fields, string $name): string
    {
        $value = $fields[$name] ?? '';
        return $value !== '' ? $value : throw new WebhookError("The header $name is missing.");
    }
}
